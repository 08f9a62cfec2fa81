import type { Plan } from "./ganttState.ts";

/** The list beside the chart, row for row. On a phone the names stand in the chart. */
export function GanttTasks({ plan }: { plan: Plan }) {
  return (
    <ul aria-hidden="true" className="border-hairline border-r pt-8.5 text-sm max-md:hidden">
      {plan.map(({ id, title, length }) => (
        <li key={id} className="flex h-11.5 items-center justify-between gap-3 border-hairline border-t px-4">
          <span className="truncate">{title}</span>
          <span className="shrink-0 text-ink-muted text-xs tabular-nums">{length} d</span>
        </li>
      ))}
    </ul>
  );
}
