import { SECTION_ATTRIBUTES } from "@marquee/contract";
import { finder } from "@medv/finder";
import type { FilterAddress } from "../privacy/filterAddress.ts";

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
/**
 * A selector for the element that also finds it in the document as it was served: from the nearest section or id that is the page's own,
 * by attributes that are the page's own, else by place.
 */
export function selectorOf(element: Element, filterAddress: FilterAddress): string {
  const root = stableAncestor(element);
  const [rootElement, prefix] = root ?? [element.ownerDocument.documentElement, "html"];
  if (element === rootElement) return prefix;
  return `${prefix} ${findWithin(element, rootElement, filterAddress)}`;
}

/** As {@link selectorOf}, by nothing of the element but its name and place. */
export function selectorByPlace(element: Element, filterAddress: FilterAddress): string {
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
