import { Redo2, RotateCcw, Undo2 } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { PageText } from "../../blocks/PageText.tsx";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { Frame, Tool } from "../Frame.tsx";
import { useSamples } from "../useSamples.ts";
import { GanttChart } from "./GanttChart.tsx";
import { endOf, LAUNCH_PLAN, type Plan, PROMISED_DAY } from "./ganttState.ts";
import { useGanttWords } from "./ganttWords.ts";
import { type EditablePlan, usePlan } from "./usePlan.ts";

interface GanttProps {
  plan?: Plan;
  /** Shown before the buttons. */
  help?: ReactNode;
}

/**
 * An interactive Gantt chart. Pointer, touch and keys move and resize bars, which push the tasks that depend on them.
 * The server renders it completely, because every position is an attribute.
 */
export function Gantt({ plan = LAUNCH_PLAN, help }: GanttProps) {
  const editable = usePlan(plan);
  const { gantt, note } = useSamples();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Z is a shortcut for the button "Undo" inside.
    <div onKeyDown={(event) => stepThroughHistory(event, editable)}>
      <Frame label={gantt.label} place={gantt.place} note={note}>
        <GanttTools editable={editable} promised={PROMISED_DAY} help={help} />
        <div className="md:grid md:grid-cols-[13rem_1fr]">
          <GanttTasks plan={editable.plan} />
          <GanttChart editable={editable} promised={PROMISED_DAY} />
        </div>
        <PageText className="border-hairline border-t px-4 py-2.5 text-ink-muted text-xs">
          {gantt.help}
        </PageText>
        <GanttTable plan={editable.plan} />
        <PageText role="status" className="sr-only">
          {editable.said}
        </PageText>
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

/** The task list next to the chart. On phones the names are in the chart. */
function GanttTasks({ plan }: { plan: Plan }) {
  const { gantt } = useSamples();
  const { titleOf } = useGanttWords();
  return (
    <ul aria-hidden="true" className="border-hairline border-r pt-8.5 text-sm max-md:hidden">
      {plan.map(({ id, length }) => (
        <li key={id} className="flex h-11.5 items-center justify-between gap-3 border-hairline border-t px-4">
          <span className="truncate">{titleOf(id)}</span>
          <span className="shrink-0 text-ink-muted text-xs tabular-nums">
            {fillTemplate(gantt.length, { count: length })}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface GanttToolsProps extends Pick<GanttProps, "help"> {
  editable: EditablePlan;
  promised: number;
}

/** The plan's end date with buttons to undo, redo and start over. */
function GanttTools({ editable, promised, help }: GanttToolsProps) {
  const { tools } = useSamples();
  return (
    <div className="flex items-center justify-between gap-4 border-hairline border-b py-1.5 pr-2 pl-4">
      <PlanEnd plan={editable.plan} promised={promised} />
      <div className="flex">
        {help}
        <Tool label={tools.undo} isOff={!editable.canUndo} onClick={editable.undo}>
          <Undo2 aria-hidden="true" className="size-4" />
        </Tool>
        <Tool label={tools.redo} isOff={!editable.canRedo} onClick={editable.redo}>
          <Redo2 aria-hidden="true" className="size-4" />
        </Tool>
        <Tool label={tools.reset} isOff={editable.isInitial} onClick={editable.reset}>
          <RotateCcw aria-hidden="true" className="size-4" />
        </Tool>
      </div>
    </div>
  );
}

function PlanEnd({ plan, promised }: { plan: Plan; promised: number }) {
  const { end, slack, isLate } = useGanttWords().promiseText(plan, promised);
  return (
    <PageText className="text-sm tabular-nums">
      {end}
      <span
        className={
          isLate ? "max-sm:block font-medium text-clay sm:ml-2" : "max-sm:block text-ink-muted sm:ml-2"
        }
      >
        {slack}
      </span>
    </PageText>
  );
}

/** The same plan as a table, for people who cannot see the chart or prefer to read. */
function GanttTable({ plan }: { plan: Plan }) {
  const { table } = useSamples().gantt;
  const { titleOf, dayName } = useGanttWords();
  return (
    <details className="border-hairline border-t text-sm">
      <summary className="px-4 py-2.5 text-ink-muted">{table.open}</summary>
      <div className="overflow-x-auto px-4 pb-4">
        <table className="w-full text-left">
          <thead className="text-ink-muted text-xs">
            <tr>
              {table.head.map((head) => (
                <th key={head} scope="col" className="py-1.5 pr-4 font-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {plan.map((task) => (
              <tr key={task.id} className="border-hairline border-t">
                <th scope="row" className="py-1.5 pr-4 font-medium">
                  {titleOf(task.id)}
                </th>
                <td className="pr-4">{dayName(task.start)}</td>
                <td className="pr-4">{dayName(endOf(task) - 1)}</td>
                <td className="pr-4">{task.length}</td>
                <td>{task.after.map(titleOf).join(", ") || table.nothing}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
