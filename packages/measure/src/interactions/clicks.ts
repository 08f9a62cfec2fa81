import {
  type ClickTracking,
  cutText,
  type EventName,
  redactEmail,
  SECTION_ID_ATTRIBUTE,
  SEGMENT_LOCATION_ATTRIBUTE,
  SEGMENT_ROOT_ATTRIBUTE,
  TRACK_REQUEST,
  TRACKED_SELECTOR,
} from "@marquee/contract";
import { listen } from "../browser/listen.ts";
import { monitor } from "../browser/monitor.ts";

/** The place of a click on the page. Missing parts are `unknown` (specification, section 3). */
interface ClickPlace {
  /** The part of the page: its header, footer or the page's ID. */
  root: string;
  /** Parent of the location: another location, or the root. */
  parent: string;
  location: string;
  /** Label of the button. */
  buttonClicked: string;
}

/** The previous click and its breadcrumb. */
export interface Breadcrumb {
  root: string;
  text: string;
}

const SEPARATOR = " > ";

/** Maximum steps after the root; the oldest are dropped. */
const MOST_STEPS = 10;

type Bag = Record<string, unknown>;
/** Accepts any event name, because buttons may set their own. */
type Track = (event: string, properties: Bag) => void;

const CLICK_EVENT = "click web" satisfies EventName;

const UNKNOWN = "unknown";
const LABEL_MAX_LENGTH = 100;
/** Elements whose text the visitor has typed or selected. */
const TYPED_SELECTOR =
  "textarea,select,[contenteditable]:not([contenteditable=false i]),[role=textbox i],[role=searchbox i]";

export type StartClicks = typeof startClicks;

/**
 * Tracks clicks on elements with tracking attributes, and the page's track requests. It is not loaded later, because the first click may
 * leave the document. @returns the cleanup.
 */
export function startClicks(track: Track): () => void {
  let trail: Breadcrumb | null = null;
  const onClick = ({ target, isTrusted }: Event) => {
    // Synthetic clicks, such as replayed clicks from before hydration, are not tracked.
    const element = isTrusted && target instanceof Element && target.closest<HTMLElement>(TRACKED_SELECTOR);
    if (!element) return;
    const { eventName, ...fields } = readTracking(element);
    const place = clickPlaceOf(element);
    trail = extendBreadcrumb(trail, place);
    track(eventName ?? CLICK_EVENT, {
      sectionId: element.closest<HTMLElement>(`[${SECTION_ID_ATTRIBUTE}]`)?.dataset.sectionId,
      ...fields,
      ...place,
      clickedLocation: trail.text,
      ...(element instanceof HTMLAnchorElement && { href: redactEmail(element.href) }),
    });
  };
  // Page code without access to measurement requests an event by a DOM event. Malformed parts are empty.
  const onRequest = ({ detail }: CustomEvent<{ event?: unknown; properties?: unknown } | null>) => {
    const { event, properties } = Object(detail);
    if (event && typeof event === "string")
      track(event, (typeof properties === "object" && (properties as Bag)) || {});
  };
  // Capture phase, so that page handlers that stop propagation do not hide clicks.
  const stopClicks = listen(document, "click", monitor(onClick), true);
  const stopRequests = listen(document, TRACK_REQUEST, monitor(onRequest));
  return () => {
    stopClicks();
    stopRequests();
  };
}

/** The fields of `TRACK_ATTRIBUTES`: `data-track-link-title` is `linkTitle`. */
function readTracking({ dataset }: HTMLElement): ClickTracking {
  const fields = Object.entries(dataset).flatMap(([name, value]) => {
    const [, first, rest] = /^track([A-Z])(.*)/.exec(name) ?? [];
    return first && value ? [[first.toLowerCase() + rest, value]] : [];
  });
  return Object.fromEntries(fields);
}

/** The label or visible text of the element, without anything typed or selected. */
function labelOf(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const typed of copy.querySelectorAll(TYPED_SELECTOR)) typed.remove();
  const text =
    element.getAttribute("aria-label") ?? (element.closest(TYPED_SELECTOR) ? "" : copy.textContent);
  return cutText(text.replace(/\s+/g, " ").trim(), LABEL_MAX_LENGTH);
}

/** Location of an element on the page, from its ancestors marked as roots and locations (specification, section 4). */
export function clickPlaceOf(element: HTMLElement): ClickPlace {
  // Selectors are inlined, because that compresses better in the script that every page loads first.
  const location = element.closest<HTMLElement>(`[${SEGMENT_LOCATION_ATTRIBUTE}]`);
  const around = location?.parentElement?.closest<HTMLElement>(
    `[${SEGMENT_LOCATION_ATTRIBUTE}],[${SEGMENT_ROOT_ATTRIBUTE}]`,
  );
  return {
    root: element.closest<HTMLElement>(`[${SEGMENT_ROOT_ATTRIBUTE}]`)?.dataset.segmentRoot || UNKNOWN,
    parent: around?.dataset.segmentLocation || around?.dataset.segmentRoot || UNKNOWN,
    location: location?.dataset.segmentLocation || UNKNOWN,
    buttonClicked: readTracking(element).buttonClicked ?? labelOf(element),
  };
}

/**
 * Builds `root > location > label`; a click under the same root as the previous one extends its breadcrumb (specification, section 4).
 * @param before null for the first click.
 */
export function extendBreadcrumb(
  before: Breadcrumb | null,
  { root, location, buttonClicked }: Omit<ClickPlace, "parent">,
): Breadcrumb {
  const steps = before?.root === root ? before.text.split(SEPARATOR) : [root];
  const [first = root, ...rest] = [...steps, location, buttonClicked].filter(Boolean);
  return { root, text: [first, ...rest.slice(-MOST_STEPS)].join(SEPARATOR) };
}
