import type { KeyboardEvent } from "react";
import { Frame } from "./Frame.tsx";
import { GanttChart } from "./GanttChart.tsx";
import { GanttTable } from "./GanttTable.tsx";
import { GanttTasks } from "./GanttTasks.tsx";
import { GanttTools } from "./GanttTools.tsx";
import { LAUNCH_PLAN, PROMISED_DAY } from "./ganttPlans.ts";
import type { Plan } from "./ganttState.ts";
import { type EditablePlan, usePlan } from "./usePlan.ts";

/**
 * A Gantt chart to work with: bars move and change length by pointer, touch and keys, and push what waits for them.
 * The server draws it whole; every place in it is an attribute.
 */
export function Gantt({ plan = LAUNCH_PLAN }: { plan?: Plan }) {
  const editable = usePlan(plan);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Z is a shortcut for the button "Undo" inside.
    <div onKeyDown={(event) => stepThroughHistory(event, editable)}>
      <Frame label="Sample Gantt chart" place="Website relaunch / Gantt">
        <GanttTools editable={editable} promised={PROMISED_DAY} />
        <div className="md:grid md:grid-cols-[13rem_1fr]">
          <GanttTasks plan={editable.plan} />
          <GanttChart editable={editable} promised={PROMISED_DAY} />
        </div>
        <p className="border-hairline border-t px-4 py-2.5 text-ink-muted text-xs">
          Drag a bar or one of its ends. By keyboard: arrows move, Shift and arrows change the length, Ctrl+Z
          undoes.
        </p>
        <GanttTable plan={editable.plan} />
        <p role="status" className="sr-only">
          {editable.said}
        </p>
      </Frame>
    </div>
  );
}

function stepThroughHistory(event: KeyboardEvent, editable: EditablePlan): void {
  if (!event.ctrlKey && !event.metaKey) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) editable.redo();
  else editable.undo();
}
