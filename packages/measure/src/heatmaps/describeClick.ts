import { type ClickRecord, SECTION_ATTRIBUTES } from "@marquee/contract";
import { finder } from "@medv/finder";
import type { FilterAddress } from "../privacy/filterAddress.ts";
import { usableSelectors } from "../sampling/recordingSettings.ts";

/** Attributes whose values stay the same across visits; those of states and labels change. */
const STABLE_ATTRIBUTES = [
  SECTION_ATTRIBUTES.sectionId,
  "data-testid",
  "data-track-link-title",
  "href",
  "name",
];

/** Values that may identify the visitor: queries, email addresses and values of 100 or more characters. */
const TELLING = /[?@]|.{100}/;

/** Maximum time for a selector search, in milliseconds. Clicks must stay fast; after it the selector is a plain path. */
const TIMEOUT = 10;

const MOST_TRIES = 200;

/** IDs that React and libraries generate at runtime; the served document has different ones or none. */
const GENERATED_ID = /[:«»]|^_|^radix|^react|(^|[-_])r\d|\d{3,}/i;

/** @returns the outermost blocked element that is or contains `element`, or null. */
export type FindBlocked = (element: Element) => Element | null;

/** A click without its frustration signal, count and page version, which are added later. */
export type ClickFacts = Omit<ClickRecord, "count" | "frustration" | "pageVersion">;

interface DescribeOptions {
  filterAddress: FilterAddress;
  findBlocked: FindBlocked;
}

/** The position of a click on the page and in its element, in CSS pixels. Reads no text; for a blocked element, the selector is its position only. */
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

/** The fraction from 0 to 1, rounded to thousandths; 0.5 if the element has no extent. */
function shareOf(offset: number, extent: number): number {
  if (extent <= 0) return 0.5;
  return Math.round(Math.min(Math.max(offset / extent, 0), 1) * 1000) / 1000;
}

/** @param selectors block selectors of the recording settings; invalid ones are ignored. */
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
 * A selector that also matches the element in the document as served. It starts at the nearest section or stable ID, then uses
 * stable attributes, else child positions.
 */
function selectorOf(element: Element, filterAddress: FilterAddress): string {
  const root = stableAncestor(element);
  const [rootElement, prefix] = root ?? [element.ownerDocument.documentElement, "html"];
  if (element === rootElement) return prefix;
  return `${prefix} ${findWithin(element, rootElement, filterAddress)}`;
}

/** Like {@link selectorOf}, but identifies the element itself only by tag name and child position. */
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

/** The element or its nearest ancestor that a section ID or element ID uniquely identifies, with that selector. */
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

/** Whether a selector may use this attribute. Excludes values that may identify the visitor (specification, section 5). */
export function isStableAttribute(name: string, value: string, filterAddress: FilterAddress): boolean {
  if (!STABLE_ATTRIBUTES.includes(name) || TELLING.test(value)) return false;
  return name !== "href" || filterAddress(value) === value;
}
