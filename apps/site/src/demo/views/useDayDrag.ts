import { type PointerEvent, useEffect, useRef, useState } from "react";
import { DAY_COUNT } from "../tour/workspace.ts";

interface Held {
  fromX: number;
  /** In pixels. */
  dayWidth: number;
}

/**
 * Drags a bar along its row of days. It snaps to the day under way; Escape, and a browser that takes the gesture for its own,
 * give up.
 * @param onMove the bar was let go on another day.
 */
export function useDayDrag(day: number, onMove: (day: number) => void) {
  const held = useRef<Held | null>(null);
  const [draft, setDraft] = useState<number | null>(null);
  const isHeld = draft !== null;
  const release = () => {
    held.current = null;
    setDraft(null);
  };
  useEffect(() => {
    if (!isHeld) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      held.current = null;
      setDraft(null);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isHeld]);

  const dayAt = ({ clientX }: PointerEvent): number | null => {
    if (!held.current) return null;
    const { fromX, dayWidth } = held.current;
    return Math.min(Math.max(day + Math.round((clientX - fromX) / dayWidth), 0), DAY_COUNT - 1);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const row = event.currentTarget.parentElement;
      if (event.button !== 0 || !row) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { fromX: event.clientX, dayWidth: row.clientWidth / DAY_COUNT };
      setDraft(day);
    },
    onPointerMove: (event: PointerEvent) => setDraft(dayAt(event)),
    onPointerUp: (event: PointerEvent) => {
      const next = dayAt(event);
      release();
      if (next !== null && next !== day) onMove(next);
    },
    onPointerCancel: release,
  };
  return { shownDay: draft ?? day, isHeld, handlers };
}
