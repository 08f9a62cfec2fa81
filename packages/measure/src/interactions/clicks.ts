import {
  type ClickTracking,
  SEGMENT_LOCATION_ATTRIBUTE,
  SEGMENT_ROOT_ATTRIBUTE,
  TRACK_ATTRIBUTES,
  TRACKED_SELECTOR,
} from "@marquee/contract";
import { redactEmail } from "../domain/redactEmail.ts";
import { type Breadcrumb, extendBreadcrumb } from "./breadcrumb.ts";

type Track = (event: string, properties: Record<string, unknown>) => void;

const UNKNOWN = "unknown";
const LABEL_MAX_LENGTH = 100;

export interface Clicks {
  /** Tracks a click on an element that carries tracking attributes, with where it lies. */
  trackClick(element: Element): void;
  stop(): void;
}

/** Tracks the clicks of this document from now on. */
export function startClicks(track: Track): Clicks {
  let trail: Breadcrumb | null = null;
  const trackClick = (element: Element) => {
    const { eventName, ...fields } = readTracking(element);
    const label = fields.buttonClicked ?? labelOf(element);
    const root = markOf(element, SEGMENT_ROOT_ATTRIBUTE);
    const location = markOf(element, SEGMENT_LOCATION_ATTRIBUTE);
    trail = extendBreadcrumb(trail, { root, location, label });
    track(eventName ?? "click web", {
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
  // While capturing: a handler of the page that stops the event hides no click.
  document.addEventListener("click", onClick, true);
  return { trackClick, stop: () => document.removeEventListener("click", onClick, true) };
}

/** Clicks that the page makes itself, such as doing again what came before hydration, are nobody's. */
function trackedElementOf({ target, isTrusted }: Event): Element | null {
  return isTrusted && target instanceof Element ? target.closest(TRACKED_SELECTOR) : null;
}

function readTracking(element: Element): ClickTracking {
  const fields = Object.entries(TRACK_ATTRIBUTES).map(([field, name]) => [field, element.getAttribute(name)]);
  return Object.fromEntries(fields.filter(([, value]) => value));
}

function labelOf(element: Element): string {
  const text = element.getAttribute("aria-label") ?? element.textContent ?? "";
  return text.replace(/\s+/g, " ").trim().slice(0, LABEL_MAX_LENGTH);
}

function markOf(element: Element, attribute: string): string {
  return element.closest(`[${attribute}]`)?.getAttribute(attribute) || UNKNOWN;
}
