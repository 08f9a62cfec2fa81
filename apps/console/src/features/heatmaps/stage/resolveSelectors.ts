import type { ClickCell } from "@marquee/contract/schema";
import type { HeatPoint } from "../heat/heatField.ts";

/** Which elements of the page clicks belong to. */
export interface ResolvedSelectors {
  elements: ReadonlyMap<string, Element>;
  /** By element, for the pointer. */
  selectors: ReadonlyMap<Element, string>;
  /** Those whose element is not in this version of the page, or not to be seen in it, such as menus and dialogs. */
  missing: ReadonlySet<string>;
}

interface PlaceOptions extends Pick<ResolvedSelectors, "elements"> {
  cells: readonly Pick<ClickCell, "selector" | "x" | "y" | "clicks">[];
  /** How large a pixel of the page is drawn. */
  scale: number;
  /** What one click weighs. */
  weight: number;
}

/** Finds the elements of a page as it is laid out now. */
export function resolveSelectors(page: Document, asked: Iterable<string>): ResolvedSelectors {
  const elements = new Map<string, Element>();
  const selectors = new Map<Element, string>();
  const missing = new Set<string>();
  for (const selector of new Set(asked)) {
    const element = find(page, selector);
    if (!element || !isSeen(element)) missing.add(selector);
    else {
      elements.set(selector, element);
      selectors.set(element, selector);
    }
  }
  return { elements, selectors, missing };
}

/** Records come from anyone: an invalid selector matches nothing. */
function find(page: Document, selector: string): Element | null {
  try {
    return page.querySelector(selector);
  } catch {
    return null;
  }
}

/** A line of a drawing has a length, and no more. */
function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (width > 0 || height > 0) && element.checkVisibility({ visibilityProperty: true });
}

/** The selector of the innermost element at or around one that clicks are known of; null for none. */
export function selectorAround({ selectors }: ResolvedSelectors, element: Element | null): string | null {
  for (let around = element; around; around = around.parentElement) {
    const selector = selectors.get(around);
    if (selector !== undefined) return selector;
  }
  return null;
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
