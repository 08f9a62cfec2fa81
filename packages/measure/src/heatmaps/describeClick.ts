import { type ClickRecord, SECTION_ATTRIBUTES } from "@marquee/contract";
import type { FilterAddress } from "../privacy/filterAddress.ts";
import { usableSelectors } from "../sampling/recordingSettings.ts";
import { selectorByPlace, selectorOf } from "./selectorOf.ts";

/** @returns the outermost blocked element that is or contains this one; null if there is none. */
export type FindBlocked = (element: Element) => Element | null;

/** A click before it is known what came of it, and of which version of the page it was. */
export type ClickFacts = Omit<ClickRecord, "count" | "frustration" | "pageVersion">;

interface DescribeOptions {
  filterAddress: FilterAddress;
  findBlocked: FindBlocked;
}

/**
 * Where on the page and in its element a click was. No text is read; for a blocked element, only its
 * position.
 */
export function describeClick(
  { pageX, pageY, clientX, clientY }: MouseEvent,
  clicked: Element,
  page: Pick<ClickRecord, "pageUrl" | "timestamp">,
  { filterAddress, findBlocked }: DescribeOptions,
): ClickFacts {
  const blocked = findBlocked(clicked);
  const element = blocked ?? clicked;
  const box = element.getBoundingClientRect();
  const section = element.closest(`[${SECTION_ATTRIBUTES.sectionId}]`);
  const { scrollWidth, scrollHeight } = document.documentElement;
  return {
    ...page,
    type: "click",
    x: Math.round(pageX),
    y: Math.round(pageY),
    selector: blocked ? selectorByPlace(blocked, filterAddress) : selectorOf(clicked, filterAddress),
    viewportHeight: innerHeight,
    viewportWidth: innerWidth,
    sectionId: section?.getAttribute(SECTION_ATTRIBUTES.sectionId) ?? "",
    elementX: shareOf(clientX - box.left, box.width),
    elementY: shareOf(clientY - box.top, box.height),
    pageWidth: scrollWidth,
    pageHeight: scrollHeight,
  };
}

/** From 0 to 1, in thousandths; the middle of what has no extent. */
function shareOf(offset: number, extent: number): number {
  if (extent <= 0) return 0.5;
  return Math.round(Math.min(Math.max(offset / extent, 0), 1) * 1000) / 1000;
}

/** @param selectors of the settings; what is no selector is left out */
export function createFindBlocked(selectors: readonly string[]): FindBlocked {
  const blockSelector = usableSelectors(selectors).join();
  return (element) => {
    let outermost: Element | null = null;
    for (let each = blockSelector ? element.closest(blockSelector) : null; each; ) {
      outermost = each;
      each = each.parentElement?.closest(blockSelector) ?? null;
    }
    return outermost;
  };
}
