import { GanttBar } from "./GanttBar.tsx";
import { GanttLinks } from "./GanttLinks.tsx";
import { GanttScale } from "./GanttScale.tsx";
import { chartHeight, middleOf, share } from "./ganttGeometry.ts";
import { TODAY } from "./ganttPlans.ts";
import { criticalIds, endOfPlan } from "./ganttState.ts";
import { dragTask, useBarDrag } from "./useBarDrag.ts";
import type { EditablePlan } from "./usePlan.ts";

interface GanttChartProps {
  editable: EditablePlan;
  promised: number;
}

/** The chart itself. On a phone each name stands above its bar; where there is room, in the list beside it. */
export function GanttChart({ editable, promised }: GanttChartProps) {
  const { plan, settled } = editable;
  const drag = useBarDrag(editable);
  const critical = criticalIds(plan);
  const height = chartHeight(plan.length);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand around the parts of a drawing.
    <svg
      width="100%"
      height={height}
      role="group"
      aria-label="Tasks over five weeks. Arrow keys move a task, Shift and arrow keys change its length."
      className="gantt block touch-pan-y select-none"
    >
      <GanttScale height={height} today={TODAY} promised={promised} isLate={endOfPlan(plan) > promised + 1} />
      <svg aria-hidden="true" overflow="visible" className="md:hidden">
        {plan.map(({ id, title, start }, row) => (
          <text
            key={id}
            x={share(Math.min(start, 15))}
            dx="4"
            y={middleOf(row) - 10}
            className="fill-ink text-xs"
          >
            {title}
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
