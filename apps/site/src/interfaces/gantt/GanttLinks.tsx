import { BAR, middleOf, share } from "./ganttGeometry.ts";
import { DAYS, endOf, type Plan, type Task } from "./ganttState.ts";

interface GanttLinksProps {
  plan: Plan;
  height: number;
  critical: ReadonlySet<string>;
}

/** Dependencies as thin lines: down from the end of one bar, then across to the start of the next. */
export function GanttLinks({ plan, height, critical }: GanttLinksProps) {
  const links = plan.flatMap((task, row) =>
    plan.flatMap((from, fromRow) => (task.after.includes(from.id) ? [{ task, row, from, fromRow }] : [])),
  );
  return (
    <svg aria-hidden="true" overflow="visible" className="pointer-events-none">
      {/* Units: one day horizontally, one pixel vertically. `non-scaling-stroke` keeps the stroke width. */}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${DAYS} ${height}`}
        width="100%"
        height={height}
        preserveAspectRatio="none"
        fill="none"
      >
        {links.map(({ task, row, from, fromRow }) => (
          <path
            key={from.id + task.id}
            d={stem(from, fromRow, task, row)}
            vectorEffect="non-scaling-stroke"
            strokeWidth="1.5"
            className={isTight(from, task, critical) ? "stroke-accent" : "stroke-control"}
          />
        ))}
      </svg>
      {links.map(({ task, row, from }) => (
        <circle
          key={from.id + task.id}
          cx={share(task.start)}
          cy={middleOf(row)}
          r="3"
          className={isTight(from, task, critical) ? "fill-accent" : "fill-control"}
        />
      ))}
    </svg>
  );
}

/** Whether delaying `from` by a day delays `task` and with it the whole plan. */
function isTight(from: Task, task: Task, critical: ReadonlySet<string>): boolean {
  return critical.has(from.id) && critical.has(task.id) && endOf(from) === task.start;
}

function stem(from: Task, fromRow: number, task: Task, row: number): string {
  const x = endOf(from) - 0.3;
  const bottom = middleOf(fromRow) + BAR / 2;
  const y = middleOf(row);
  return `M${x} ${bottom}V${y - 6}Q${x} ${y} ${x + 0.25} ${y}H${task.start}`;
}
