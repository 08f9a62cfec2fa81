import { Redo2, RotateCcw, Undo2 } from "lucide-react";
import type { Plan } from "./ganttState.ts";
import { promiseText } from "./ganttWords.ts";
import { Tool } from "./Tool.tsx";
import type { EditablePlan } from "./usePlan.ts";

/** What the plan comes to, and the steps back and forth. */
export function GanttTools({ editable, promised }: { editable: EditablePlan; promised: number }) {
  return (
    <div className="flex items-center justify-between gap-4 border-hairline border-b py-1.5 pr-2 pl-4">
      <PlanEnd plan={editable.plan} promised={promised} />
      <div className="flex">
        <Tool label="Undo" isOff={!editable.canUndo} onClick={editable.undo}>
          <Undo2 aria-hidden="true" className="size-4" />
        </Tool>
        <Tool label="Redo" isOff={!editable.canRedo} onClick={editable.redo}>
          <Redo2 aria-hidden="true" className="size-4" />
        </Tool>
        <Tool label="Start over" isOff={editable.isInitial} onClick={editable.reset}>
          <RotateCcw aria-hidden="true" className="size-4" />
        </Tool>
      </div>
    </div>
  );
}

function PlanEnd({ plan, promised }: { plan: Plan; promised: number }) {
  const { end, slack, isLate } = promiseText(plan, promised);
  return (
    <p className="text-sm tabular-nums">
      {end}
      <span
        className={
          isLate ? "max-sm:block font-medium text-clay sm:ml-2" : "max-sm:block text-ink-muted sm:ml-2"
        }
      >
        {slack}
      </span>
    </p>
  );
}
