import { type RefObject, useEffect, useState } from "react";

/** How wide an element is, in pixels of CSS; 0 until that is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const sizes = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    sizes.observe(element.current);
    return () => sizes.disconnect();
  }, [element]);
  return width;
}
