import {
  type ClickTracking,
  SEGMENT_LOCATION_ATTRIBUTE,
  SEGMENT_ROOT_ATTRIBUTE,
  TRACK_ATTRIBUTES,
} from "@marquee/contract";
import { type Breadcrumb, extendBreadcrumb } from "./breadcrumb.ts";

type Track = (event: string, properties: Record<string, unknown>) => void;

const UNKNOWN = "unknown";
const LABEL_MAX_LENGTH = 100;

/** Tracks clicks on elements that carry tracking attributes, with where they lie. @returns the cleanup. */
export function startClicks(track: Track): () => void {
  let trail: Breadcrumb | null = null;
  const onClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest(`[${TRACK_ATTRIBUTES.eventName}]`) : null;
    if (!button) return;
    const { eventName, ...fields } = readTracking(button);
    const label = fields.buttonClicked ?? labelOf(button);
    const root = markOf(button, SEGMENT_ROOT_ATTRIBUTE);
    const location = markOf(button, SEGMENT_LOCATION_ATTRIBUTE);
    trail = extendBreadcrumb(trail, { root, location, label });
    track(eventName ?? "click web", {
      ...fields,
      buttonClicked: label,
      root,
      location,
      clickedLocation: trail.text,
      ...(button instanceof HTMLAnchorElement && { href: button.href }),
    });
  };
  // While capturing: a handler of the page that stops the event hides no click.
  document.addEventListener("click", onClick, { capture: true });
  return () => document.removeEventListener("click", onClick, { capture: true });
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
