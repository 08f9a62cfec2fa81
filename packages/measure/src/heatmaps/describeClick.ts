import { type ClickRecord, SECTION_ATTRIBUTES } from "@marquee/contract";
import { finder } from "@medv/finder";
import type { FilterAddress } from "../privacy/filterAddress.ts";
import { usableSelectors } from "../sampling/recordingSettings.ts";

/** Attributes whose values are the page's own; those of states and labels change. */
const STABLE_ATTRIBUTES = [
  SECTION_ATTRIBUTES.sectionId,
  "data-testid",
  "data-track-link-title",
  "href",
  "name",
];

/** Queries and addresses of mail may say something of the visitor. */
const TELLING = /[?@]|.{100}/;

/** Clicks wait for nothing: a selector that is not found in so many milliseconds and tries is a plain path. */
const TIMEOUT = 10;

const MOST_TRIES = 200;

/** Ids that React and libraries give while a page runs: the served document has others, or none. */
const GENERATED_ID = /[:«»]|^_|^radix|^react|(^|[-_])r\d|\d{3,}/i;

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

/**
 * A selector for the element that also finds it in the document as it was served: from the nearest section or id that is the page's own,
 * by attributes that are the page's own, else by place.
 */
function selectorOf(element: Element, filterAddress: FilterAddress): string {
  const root = stableAncestor(element);
  const [rootElement, prefix] = root ?? [element.ownerDocument.documentElement, "html"];
  if (element === rootElement) return prefix;
  return `${prefix} ${findWithin(element, rootElement, filterAddress)}`;
}

/** As {@link selectorOf}, by nothing of the element but its name and place. */
function selectorByPlace(element: Element, filterAddress: FilterAddress): string {
  const { parentElement } = element;
  return parentElement ? `${selectorOf(parentElement, filterAddress)} > ${stepOf(element)}` : "html";
}

function findWithin(element: Element, root: Element, filterAddress: FilterAddress): string {
  try {
    return finder(element, {
      root,
      idName: (name) => !GENERATED_ID.test(name),
      className: () => false,
      attr: (name, value) => isStableAttribute(name, value, filterAddress),
      seedMinLength: 2,
      timeoutMs: TIMEOUT,
      maxNumberOfPathChecks: MOST_TRIES,
    });
  } catch {
    return pathWithin(element, root);
  }
}

/** The nearest element, itself included, that one attribute alone tells from all others. */
function stableAncestor(element: Element): [Element, string] | null {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const selector = ownSelectorOf(each);
    if (selector && each.ownerDocument.querySelectorAll(selector).length === 1) return [each, selector];
  }
  return null;
}

function ownSelectorOf(element: Element): string | null {
  const section = element.getAttribute(SECTION_ATTRIBUTES.sectionId);
  if (section) return `[${SECTION_ATTRIBUTES.sectionId}="${CSS.escape(section)}"]`;
  return element.id && !GENERATED_ID.test(element.id) ? `#${CSS.escape(element.id)}` : null;
}

function pathWithin(element: Element, root: Element): string {
  const steps: string[] = [];
  for (let each: Element | null = element; each && each !== root; each = each.parentElement)
    steps.unshift(stepOf(each));
  return `> ${steps.join(" > ")}`;
}

function stepOf(element: Element): string {
  const { localName, parentElement } = element;
  const place = [...(parentElement?.children ?? [element])].indexOf(element);
  return `${CSS.escape(localName)}:nth-child(${place + 1})`;
}

/** Whether a selector may have this attribute: no address that may not be told as it is (specification, section 5). */
export function isStableAttribute(name: string, value: string, filterAddress: FilterAddress): boolean {
  if (!STABLE_ATTRIBUTES.includes(name) || TELLING.test(value)) return false;
  return name !== "href" || filterAddress(value) === value;
}
