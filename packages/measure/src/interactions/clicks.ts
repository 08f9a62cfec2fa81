import {
  type ClickTracking,
  type EventName,
  SEGMENT_LOCATION_ATTRIBUTE,
  SEGMENT_ROOT_ATTRIBUTE,
  TRACK_ATTRIBUTES,
  TRACKED_SELECTOR,
} from "@marquee/contract";
import { listen } from "../browser/listen.ts";
import { redactEmail } from "../privacy/redactEmail.ts";

/** The place of a click on the page. Missing root and location are `unknown` (specification, section 3). */
interface ClickPlace {
  root: string;
  location: string;
  /** Label of the button. */
  label: string;
}

/** The previous click and its breadcrumb. */
export interface Breadcrumb {
  root: string;
  text: string;
}

const SEPARATOR = " > ";

/** Maximum steps after the root; the oldest are dropped. */
const MOST_STEPS = 10;

/** Accepts any event name, because buttons may set their own. */
type Track = (event: string, properties: Record<string, unknown>) => void;

const CLICK_EVENT = "click web" satisfies EventName;

const UNKNOWN = "unknown";
const LABEL_MAX_LENGTH = 100;
/** Elements whose text the visitor has typed or selected. */
const TYPED_SELECTOR =
  "textarea,select,[contenteditable]:not([contenteditable=false i]),[role=textbox i],[role=searchbox i]";

export interface Clicks {
  /** Tracks a click on an element with tracking attributes, including its place on the page. */
  trackClick(element: Element): void;
  stop(): void;
}

/** Tracks clicks in this document from now on. */
export function startClicks(track: Track): Clicks {
  let trail: Breadcrumb | null = null;
  const trackClick = (element: Element) => {
    const { eventName, ...fields } = readTracking(element);
    const label = fields.buttonClicked ?? labelOf(element);
    const root = markOf(element, SEGMENT_ROOT_ATTRIBUTE);
    const location = markOf(element, SEGMENT_LOCATION_ATTRIBUTE);
    trail = extendBreadcrumb(trail, { root, location, label });
    track(eventName ?? CLICK_EVENT, {
      ...fields,
      buttonClicked: label,
      root,
      location,
      clickedLocation: trail.text,
      ...(element instanceof HTMLAnchorElement && { href: redactEmail(element.href) }),
    });
  };
  const onClick = (event: Event) => {
    const element = trackedElementOf(event);
    if (element) trackClick(element);
  };
  // Capture phase, so that page handlers that stop propagation do not hide clicks.
  return { trackClick, stop: listen(document, "click", onClick, true) };
}

/** The tracked element of a click, or null. Synthetic clicks, such as replayed clicks from before hydration, are not tracked. */
function trackedElementOf({ target, isTrusted }: Event): Element | null {
  return isTrusted && target instanceof Element ? target.closest(TRACKED_SELECTOR) : null;
}

function readTracking(element: Element): ClickTracking {
  const fields = Object.entries(TRACK_ATTRIBUTES).map(([field, name]) => [field, element.getAttribute(name)]);
  return Object.fromEntries(fields.filter(([, value]) => value));
}

function labelOf(element: Element): string {
  const text = element.getAttribute("aria-label") ?? toText(element);
  return text.replace(/\s+/g, " ").trim().slice(0, LABEL_MAX_LENGTH);
}

/** The visible text of the element, without anything typed or selected. */
function toText(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = "";
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (!parentElement?.closest(TYPED_SELECTOR)) text += nodeValue ?? "";
  }
  return text;
}

function markOf(element: Element, attribute: string): string {
  return element.closest(`[${attribute}]`)?.getAttribute(attribute) || UNKNOWN;
}

/**
 * Builds `root > location > label`; a click under the same root as the previous one extends its breadcrumb (specification, section 4).
 * @param before null for the first click.
 */
export function extendBreadcrumb(
  before: Breadcrumb | null,
  { root, location, label }: ClickPlace,
): Breadcrumb {
  const goesOn = before !== null && before.root === root;
  const steps = goesOn ? [...before.text.split(SEPARATOR), location, label] : [root, location, label];
  const [first = root, ...rest] = steps.filter(Boolean);
  return { root, text: [first, ...rest.slice(-MOST_STEPS)].join(SEPARATOR) };
}
