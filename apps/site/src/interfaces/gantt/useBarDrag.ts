import { type PointerEvent, useEffect, useRef, useState } from "react";
import { DAYS, type Edge, moveTask, type Plan, resizeTask } from "./ganttState.ts";
import type { EditablePlan } from "./usePlan.ts";

export type Grip = "bar" | Edge;

interface Drag {
  id: string;
  grip: Grip;
  /** Where the pointer went down, and how wide a day is, in pixels. */
  fromX: number;
  dayWidth: number;
}

/** The handlers of one bar, and which task is held just now. */
export interface BarDrag {
  heldId: string | null;
  handlersFor: (id: string) => {
    onPointerDown: (event: PointerEvent<SVGGElement>) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
    onPointerCancel: () => void;
  };
}

/** The plan with one task moved or resized by whole days. */
export function dragTask(plan: Plan, id: string, grip: Grip, days: number): Plan {
  return grip === "bar" ? moveTask(plan, id, days) : resizeTask(plan, id, grip, days);
}

/**
 * Moves and resizes bars by pointer. Each move is counted from where the drag began, so what was pushed comes back when the
 * bar does. Escape, and a browser that takes the gesture to scroll, give everything up.
 */
export function useBarDrag(editable: EditablePlan): BarDrag {
  const drag = useRef<Drag | null>(null);
  const [heldId, setHeldId] = useState<string | null>(null);
  const at = (clientX: number): Plan | null => {
    const held = drag.current;
    if (!held) return null;
    const days = Math.round((clientX - held.fromX) / held.dayWidth);
    return dragTask(editable.settled, held.id, held.grip, days);
  };
  const release = () => {
    drag.current = null;
    setHeldId(null);
  };
  const giveUp = () => {
    if (!drag.current) return;
    release();
    editable.cancel();
  };
  useEscape(heldId !== null, giveUp);

  return {
    heldId,
    handlersFor: (id) => ({
      onPointerDown: (event) => {
        const chart = event.currentTarget.ownerSVGElement;
        if (event.button !== 0 || !chart) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = {
          id,
          grip: gripOf(event.target),
          fromX: event.clientX,
          dayWidth: chart.clientWidth / DAYS,
        };
        setHeldId(id);
      },
      onPointerMove: ({ clientX }) => {
        const draft = at(clientX);
        if (draft) editable.preview(draft);
      },
      onPointerUp: ({ clientX }) => {
        const next = at(clientX);
        release();
        if (next && next !== editable.settled) editable.keep(next, id);
        else editable.preview(null);
      },
      onPointerCancel: giveUp,
    }),
  };
}

function gripOf(target: EventTarget): Grip {
  const edge = target instanceof SVGElement ? target.dataset.edge : undefined;
  return edge === "start" || edge === "end" ? edge : "bar";
}

function useEscape(isActive: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!isActive) return;
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && onEscape();
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isActive, onEscape]);
}
