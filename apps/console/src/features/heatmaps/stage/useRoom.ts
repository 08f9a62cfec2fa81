import { type RefObject, useEffect, useState } from "react";

/** Part of the window's height that a page is shown in. */
const SHARE = 0.6;
const LEAST_HEIGHT = 360;

/** How much room there is for a page: width of an element, and what fits into the window beside the screen's head. CSS pixels. */
export function useRoom(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: LEAST_HEIGHT });
  useEffect(() => {
    const measure = () => {
      const height = Math.max(LEAST_HEIGHT, Math.round(innerHeight * SHARE));
      setRoom({ width: element.current?.clientWidth ?? 0, height });
    };
    const sizes = new ResizeObserver(measure);
    if (element.current) sizes.observe(element.current);
    addEventListener("resize", measure);
    return () => {
      sizes.disconnect();
      removeEventListener("resize", measure);
    };
  }, [element]);
  return room;
}
