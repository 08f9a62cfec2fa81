import { type PointerEvent, useEffect, useRef, useState } from "react";

interface DragActions<Held> {
  onMove: (held: Held, event: PointerEvent) => void;
  onDrop: (held: Held, event: PointerEvent) => void;
  /** Called when Escape is pressed or the browser takes over the gesture, for example to scroll. */
  onCancel: (held: Held) => void;
}

/** Event handlers for the draggable element. */
export interface DragHandlers {
  onPointerDown: (event: PointerEvent<Element>) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: () => void;
}

/**
 * Drags one item at a time by pointer. Captures the pointer, so the drag continues outside the element. A drag ends with a drop or is canceled.
 * @returns the held item, or null, and `handlersFor`, which creates the handlers for an element. Its `lift` returns the item to hold when the
 * pointer is pressed, or null to ignore the press.
 */
export function usePointerDrag<Held extends object>({ onMove, onDrop, onCancel }: DragActions<Held>) {
  // A ref, because several events can arrive before React renders again.
  const current = useRef<Held | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const hold = (next: Held | null) => {
    current.current = next;
    setHeld(next);
  };
  const cancel = () => {
    const item = current.current;
    if (!item) return;
    hold(null);
    onCancel(item);
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
