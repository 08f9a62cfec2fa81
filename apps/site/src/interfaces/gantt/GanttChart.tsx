import { fillTemplate } from "../../copy/fillTemplate.ts";
import { useSamples } from "../useSamples.ts";
import { GanttBar } from "./GanttBar.tsx";
import { GanttLinks } from "./GanttLinks.tsx";
import { chartHeight, HEAD, middleOf, share } from "./ganttGeometry.ts";
import { criticalIds, DAYS, endOfPlan, TODAY } from "./ganttState.ts";
import { useGanttWords, WEEK } from "./ganttWords.ts";
import { dragTask, useBarDrag } from "./useBarDrag.ts";
import type { EditablePlan } from "./usePlan.ts";

const WEEKS = Array.from({ length: DAYS / WEEK }, (_, week) => week);

interface GanttChartProps {
  editable: EditablePlan;
  promised: number;
}

/** The chart. On phones each task name is above its bar; on wider screens the names are in the list next to the chart. */
export function GanttChart({ editable, promised }: GanttChartProps) {
  const { plan, settled } = editable;
  const { gantt } = useSamples();
  const { titleOf } = useGanttWords();
  const drag = useBarDrag(editable);
  const critical = criticalIds(plan);
  const height = chartHeight(plan.length);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot contain SVG elements.
    <svg
      width="100%"
      height={height}
      role="group"
      aria-label={gantt.chart}
      className="gantt block touch-pan-y select-none"
    >
      <GanttScale height={height} today={TODAY} promised={promised} isLate={endOfPlan(plan) > promised + 1} />
      <svg aria-hidden="true" overflow="visible" className="md:hidden">
        {plan.map(({ id, start }, row) => (
          <text
            key={id}
            x={share(Math.min(start, 15))}
            dx="4"
            y={middleOf(row) - 10}
            className="fill-ink text-xs"
          >
            {titleOf(id)}
          </text>
        ))}
      </svg>
      <g className="max-md:translate-y-2">
        <GanttLinks plan={plan} height={height} critical={critical} />
        {plan.map((task, row) => (
          <GanttBar
            key={task.id}
            task={task}
            row={row}
            isCritical={critical.has(task.id)}
            drag={drag}
            onKeyChange={(grip, days) => editable.keep(dragTask(settled, task.id, grip, days), task.id)}
          />
        ))}
      </g>
    </svg>
  );
}

interface GanttScaleProps {
  height: number;
  /** The current day, zero-based; drawn as a vertical line. */
  today: number;
  /** The promised day, zero-based; drawn as a dashed line with a diamond. */
  promised: number;
  /** Whether the plan ends after the promised day. */
  isLate: boolean;
}

/** The chart's fixed parts: weeks, today and the promised day. */
function GanttScale({ height, today, promised, isLate }: GanttScaleProps) {
  const { gantt } = useSamples();
  return (
    <svg aria-hidden="true" overflow="visible">
      {WEEKS.map((week) => (
        <g key={week}>
          {week > 0 && (
            <line x1={share(week * WEEK)} x2={share(week * WEEK)} y2={height} className="stroke-hairline" />
          )}
          <text x={share(week * WEEK)} dx="10" y="21" className="fill-ink-muted text-xs tabular-nums">
            <tspan className="max-md:hidden">{fillTemplate(gantt.week, { week: week + 1 })}</tspan>
            <tspan className="md:hidden">{fillTemplate(gantt.shortWeek, { week: week + 1 })}</tspan>
          </text>
        </g>
      ))}
      <svg x={share(today + 0.5)} overflow="visible">
        <title>{gantt.today}</title>
        <path d={`M0 ${HEAD - 4}V${height}`} className="stroke-accent" />
        <circle cy={HEAD - 4} r="3.5" className="fill-accent" />
      </svg>
      <svg x={share(promised + 1)} overflow="visible" className={isLate ? "text-clay" : "text-ink-muted"}>
        <title>{gantt.promised}</title>
        <path d={`M0 ${HEAD - 4}V${height}`} stroke="currentColor" strokeDasharray="2 4" />
        <path d={`M0 ${HEAD - 11}l7 7-7 7-7-7Z`} fill="currentColor" />
      </svg>
    </svg>
  );
}
