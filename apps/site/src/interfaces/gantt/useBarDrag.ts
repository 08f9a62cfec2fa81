import type { PointerEvent } from "react";
import { type DragHandlers, usePointerDrag } from "../usePointerDrag.ts";
import { DAYS, type Edge, moveTask, type Plan, resizeTask } from "./ganttState.ts";
import type { EditablePlan } from "./usePlan.ts";

export type Grip = "bar" | Edge;

interface Drag {
  id: string;
  grip: Grip;
  /** `clientX` where the pointer was pressed, in pixels. */
  fromX: number;
  /** Pixels. */
  dayWidth: number;
}

/** The ID of the task being dragged, and the drag handlers for each bar. */
export interface BarDrag {
  heldId: string | null;
  handlersFor: (id: string) => DragHandlers;
}

/** Moves or resizes a task by whole days. */
export function dragTask(plan: Plan, id: string, grip: Grip, days: number): Plan {
  return grip === "bar" ? moveTask(plan, id, days) : resizeTask(plan, id, grip, days);
}

/**
 * Moves and resizes bars by pointer. Each move is computed from the start of the drag, so pushed tasks return when the bar does.
 * Escape cancels the drag, and so does the browser when it takes over the gesture to scroll.
 */
export function useBarDrag({ settled, preview, keep, cancel }: EditablePlan): BarDrag {
  const planAt = ({ id, grip, fromX, dayWidth }: Drag, clientX: number): Plan =>
    dragTask(settled, id, grip, Math.round((clientX - fromX) / dayWidth));
  const { held, handlersFor } = usePointerDrag<Drag>({
    onMove: (drag, { clientX }) => preview(planAt(drag, clientX)),
    onDrop: (drag, { clientX }) => {
      const next = planAt(drag, clientX);
      if (next === settled) preview(null);
      else keep(next, drag.id);
    },
    onCancel: cancel,
  });
  const lift = (id: string) => (event: PointerEvent<Element>) => {
    const { currentTarget: bar, target, button, clientX: fromX } = event;
    const chart = bar instanceof SVGElement ? bar.ownerSVGElement : null;
    if (button !== 0 || !chart) return null;
    return { id, grip: gripOf(target), fromX, dayWidth: chart.clientWidth / DAYS };
  };
  return { heldId: held?.id ?? null, handlersFor: (id) => handlersFor(lift(id)) };
}

function gripOf(target: EventTarget): Grip {
  const edge = target instanceof SVGElement ? target.dataset.edge : undefined;
  return edge === "start" || edge === "end" ? edge : "bar";
}
