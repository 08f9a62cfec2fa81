import { type PointerEvent, useEffect, useRef, useState } from "react";

interface DragActions<Held> {
  onMove: (held: Held, event: PointerEvent) => void;
  onDrop: (held: Held, event: PointerEvent) => void;
  /** Escape was pressed, or the browser took the gesture for its own, such as to scroll. */
  onCancel: (held: Held) => void;
}

/** Put on the element that is dragged. */
export interface DragHandlers {
  onPointerDown: (event: PointerEvent<Element>) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: () => void;
}

/**
 * Drags one thing at a time by pointer, wherever the pointer goes. A drag ends with a drop or is canceled.
 * @returns what is held, or null, and the handlers for an element. `lift` decides at each press what is held from there; null leaves
 * the press to others.
 */
export function usePointerDrag<Held extends object>({ onMove, onDrop, onCancel }: DragActions<Held>) {
  // Events may follow one another before React renders again.
  const current = useRef<Held | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const hold = (next: Held | null) => {
    current.current = next;
    setHeld(next);
  };
  const cancel = () => {
    const given = current.current;
    if (!given) return;
    hold(null);
    onCancel(given);
  };
  useEffect(() => {
    if (!held) return;
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && cancel();
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });

  const handlersFor = (lift: (event: PointerEvent<Element>) => Held | null): DragHandlers => ({
    onPointerDown: (event) => {
      const lifted = lift(event);
      if (!lifted) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      hold(lifted);
    },
    onPointerMove: (event) => {
      if (current.current) onMove(current.current, event);
    },
    onPointerUp: (event) => {
      const dropped = current.current;
      if (!dropped) return;
      hold(null);
      onDrop(dropped, event);
    },
    onPointerCancel: cancel,
  });
  return { held, handlersFor };
}
