import { HEAD, share } from "./ganttGeometry.ts";
import { DAYS } from "./ganttState.ts";
import { WEEK } from "./ganttWords.ts";

const WEEKS = Array.from({ length: DAYS / WEEK }, (_, week) => week);

interface GanttScaleProps {
  height: number;
  /** The day that is under way, drawn as the upright line. */
  today: number;
  /** The promised day, drawn as a diamond on its line; `isLate` when the plan crosses it. */
  promised: number;
  isLate: boolean;
}

/** Weeks, today and the promised day: what stands still while bars move. */
export function GanttScale({ height, today, promised, isLate }: GanttScaleProps) {
  return (
    <svg aria-hidden="true" overflow="visible">
      {WEEKS.map((week) => (
        <g key={week}>
          {week > 0 && (
            <line x1={share(week * WEEK)} x2={share(week * WEEK)} y2={height} className="stroke-hairline" />
          )}
          <text x={share(week * WEEK)} dx="10" y="21" className="fill-ink-muted text-xs tabular-nums">
            <tspan className="max-md:hidden">Week </tspan>
            <tspan className="md:hidden">W</tspan>
            {week + 1}
          </text>
        </g>
      ))}
      <svg x={share(today + 0.5)} overflow="visible">
        <title>Today</title>
        <path d={`M0 ${HEAD - 4}V${height}`} className="stroke-accent" />
        <circle cy={HEAD - 4} r="3.5" className="fill-accent" />
      </svg>
      <svg x={share(promised + 1)} overflow="visible" className={isLate ? "text-clay" : "text-ink-muted"}>
        <title>Promised day</title>
        <path d={`M0 ${HEAD - 4}V${height}`} stroke="currentColor" strokeDasharray="2 4" />
        <path d={`M0 ${HEAD - 11}l7 7-7 7-7-7Z`} fill="currentColor" />
      </svg>
    </svg>
  );
}
