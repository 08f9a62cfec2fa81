import type { ClickCell } from "@marquee/contract/schema";
import type { HeatPoint } from "../heat/heatField.ts";

/** The elements of the page that clicks belong to. */
export interface ResolvedSelectors {
  elements: ReadonlyMap<string, Element>;
  /** The reverse map, to find the element under the pointer. */
  selectors: ReadonlyMap<Element, string>;
  /** Selectors whose element is missing or invisible in this version of the page, such as menus and dialogs. */
  missing: ReadonlySet<string>;
}

interface PlaceOptions extends Pick<ResolvedSelectors, "elements"> {
  cells: readonly Pick<ClickCell, "selector" | "x" | "y" | "clicks">[];
  /** Scale of the drawn page. */
  scale: number;
  /** Heat of one click. */
  weight: number;
}

/** Finds the elements in the page's current layout. */
export function resolveSelectors(page: Document, requested: Iterable<string>): ResolvedSelectors {
  const elements = new Map<string, Element>();
  const selectors = new Map<Element, string>();
  const missing = new Set<string>();
  for (const selector of new Set(requested)) {
    const element = find(page, selector);
    if (!element || !isSeen(element)) missing.add(selector);
    else {
      elements.set(selector, element);
      selectors.set(element, selector);
    }
  }
  return { elements, selectors, missing };
}

/** Selectors as recorders write them: escapes, quoted attribute values, and no pseudo-class except a position. */
const RECORDED_SELECTOR = /^(?:\\.|"(?:\\.|[^"\\])*"|:nth-(?:child|of-type)\(\d+\)|[^:\\"])+$/su;

/** Anyone can send a selector. An invalid one makes `querySelector` throw, and `:has()` can take seconds, so both match nothing. */
function find(page: Document, selector: string): Element | null {
  if (!RECORDED_SELECTOR.test(selector)) return null;
  try {
    return page.querySelector(selector);
  } catch {
    return null;
  }
}

/** A line in an SVG has only one dimension. */
function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return (width > 0 || height > 0) && element.checkVisibility({ visibilityProperty: true });
}

/** The selector of the innermost clicked element that contains `element`; null for none. */
export function selectorAround({ selectors }: ResolvedSelectors, element: Element | null): string | null {
  for (let around = element; around; around = around.parentElement) {
    const selector = selectors.get(around);
    if (selector !== undefined) return selector;
  }
  return null;
}

/**
 * Current positions of clicks, relative to the top left corner of the viewport, so that clicks on fixed elements stay on them while the page scrolls.
 * Clicks on missing elements are left out.
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
