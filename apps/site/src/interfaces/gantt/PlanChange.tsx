import { criticalIds, DAYS, endOfPlan, type Plan } from "./ganttState.ts";

const ROW = 16;
const BAR = 8;
const share = (day: number) => `${(day / DAYS) * 100}%`;

interface PlanChangeProps {
  before: Plan;
  after: Plan;
  label: string;
}

/** A small drawing of a plan after a change: outlines show the tasks' previous positions, color marks the critical tasks. */
export function PlanChange({ before, after, label }: PlanChangeProps) {
  const height = after.length * ROW + 8;
  const critical = criticalIds(after);
  const isLater = endOfPlan(after) > endOfPlan(before);
  return (
    <svg width="100%" height={height} role="img" aria-label={label} className="block overflow-visible">
      {before.map(({ id, start, length }, row) => (
        <rect
          key={id}
          x={share(start)}
          y={row * ROW + 4}
          width={share(length)}
          height={BAR}
          rx="3"
          fill="none"
          strokeDasharray="3 3"
          className="stroke-control"
        />
      ))}
      {after.map(({ id, start, length }, row) => (
        <rect
          key={id}
          x={share(start)}
          y={row * ROW + 4}
          width={share(length)}
          height={BAR}
          rx="3"
          className={critical.has(id) ? "fill-accent" : "fill-control"}
        />
      ))}
      {[before, after].map((plan, index) => (
        <line
          key={index === 0 ? "before" : "after"}
          x1={share(endOfPlan(plan))}
          x2={share(endOfPlan(plan))}
          y2={height}
          strokeWidth="1.5"
          strokeDasharray={index === 0 ? "3 3" : undefined}
          className={index === 1 && isLater ? "stroke-clay" : "stroke-control"}
        />
      ))}
    </svg>
  );
}
