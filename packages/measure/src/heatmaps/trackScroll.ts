import { type Milliseconds, type ScrollRecord, SECTION_ATTRIBUTES, type Timestamp } from "@marquee/contract";
import { listen } from "../browser/listen.ts";

export interface ScrollTracker {
  /**
   * The scroll extent of the current page, or null if it was already returned. All records of one page share a timestamp, the
   * time it was shown; if there are several (the page was hidden in between), the last one counts.
   */
  take(): ScrollRecord | null;
  /** Call when another page is shown. @returns the previous page's record, or null if it was already returned. */
  pageShown(): ScrollRecord | null;
  stop(): void;
}

export interface ShownPage {
  /** URL of the page, filtered. */
  pageUrl: string;
  /** Path of the page, for its version. */
  path: string;
}

interface FollowOptions {
  page: () => ShownPage;
  /** Page version of `path`; empty if unknown. */
  versionOf: (path: string) => string;
  now: () => Timestamp;
}

const PLACE_INTERVAL: Milliseconds = 200;
const SECTIONS = `[${SECTION_ATTRIBUTES.sectionId}]`;

export function trackScroll({ page, versionOf, now }: FollowOptions): ScrollTracker {
  let record: ScrollRecord;
  let path: string;
  let isTold = false;

  let timer: ReturnType<typeof setTimeout> | undefined;

  const forgetPlace = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const notePlace = () => {
    if (timer === undefined) return;
    forgetPlace();
    Object.assign(record, readPlace());
  };
  const onScroll = () => {
    const farther = farthest(record, readExtent());
    if (farther.maxScrollHeight > record.maxScrollHeight) timer ??= setTimeout(notePlace, PLACE_INTERVAL);
    if (EXTENT.some((name) => farther[name] > record[name])) isTold = false;
    Object.assign(record, farther);
  };
  const begin = () => {
    const { pageUrl, ...rest } = page();
    path = rest.path;
    // Request the version ahead, because the response takes a moment.
    versionOf(path);
    isTold = false;
    record = { ...readExtent(), ...readPlace(), pageUrl, timestamp: now(), type: "scroll" };
  };
  const tell = () => {
    if (isTold) return null;
    isTold = true;
    return { ...record, pageVersion: versionOf(path) };
  };
  begin();
  const stopListening = listen(document, "scroll", onScroll);
  return {
    take() {
      notePlace();
      return tell();
    },
    pageShown() {
      // The previous page's sections are already gone.
      forgetPlace();
      const told = tell();
      begin();
      return told;
    },
    stop() {
      forgetPlace();
      stopListening();
    },
  };
}

const EXTENT = ["maxScrollX", "maxScrollY", "maxScrollWidth", "maxScrollHeight"] as const;
type Extent = Pick<ScrollRecord, (typeof EXTENT)[number]>;

/** Negative positions count as 0: pages that bounce scroll past their edges. */
function readExtent(): Extent {
  const [x, y] = [Math.max(0, Math.round(scrollX)), Math.max(0, Math.round(scrollY))];
  return { maxScrollX: x, maxScrollY: y, maxScrollWidth: x + innerWidth, maxScrollHeight: y + innerHeight };
}

function farthest(one: Extent, other: Extent): Extent {
  return {
    maxScrollX: Math.max(one.maxScrollX, other.maxScrollX),
    maxScrollY: Math.max(one.maxScrollY, other.maxScrollY),
    maxScrollWidth: Math.max(one.maxScrollWidth, other.maxScrollWidth),
    maxScrollHeight: Math.max(one.maxScrollHeight, other.maxScrollHeight),
  };
}

/** Details of the lowest point. Reading them forces a layout, so it does not happen on every scroll event. */
function readPlace(): Required<
  Pick<ScrollRecord, "viewportHeight" | "viewportWidth" | "sectionId" | "pageHeight">
> {
  return {
    viewportHeight: innerHeight,
    viewportWidth: innerWidth,
    sectionId: lastSectionInView(),
    pageHeight: document.documentElement.scrollHeight,
  };
}

function lastSectionInView(): string {
  const reached = [...document.querySelectorAll(SECTIONS)].filter(
    (section) => section.getBoundingClientRect().top < innerHeight,
  );
  return reached.at(-1)?.getAttribute(SECTION_ATTRIBUTES.sectionId) ?? "";
}
