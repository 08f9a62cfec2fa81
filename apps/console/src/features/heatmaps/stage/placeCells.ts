import type { ClickCell } from "@marquee/contract/schema";
import type { HeatPoint } from "../heat/heatField.ts";
import type { ResolvedSelectors } from "./resolveSelectors.ts";

interface PlaceOptions extends Pick<ResolvedSelectors, "elements"> {
  cells: readonly Pick<ClickCell, "selector" | "x" | "y" | "clicks">[];
  /** How large a pixel of the page is drawn. */
  scale: number;
  /** What one click weighs. */
  weight: number;
}

/**
 * Where clicks lie now, seen from the left and top edge of the window that shows the page: elements that stand still while it scrolls take
 * theirs along. Clicks on elements that are not there are left out.
 */
export function placeCells({ cells, elements, scale, weight }: PlaceOptions): HeatPoint[] {
  const boxes = new Map(
    [...elements].map(([selector, element]) => [selector, element.getBoundingClientRect()]),
  );
  return cells.flatMap(({ selector, x, y, clicks }) => {
    const box = boxes.get(selector);
    if (!box) return [];
    const left = box.left + x * box.width;
    const top = box.top + y * box.height;
    return [{ x: left * scale, y: top * scale, weight: clicks * weight }];
  });
}
