import { type RefObject, useLayoutEffect, useState } from "react";

/** Inner width of an element in CSS pixels, updated as it changes; 0 until it is measured. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    setWidth(current.clientWidth);
    const sizes = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    sizes.observe(current);
    return () => sizes.disconnect();
  }, [element]);
  return width;
}
