import { type Milliseconds, type ScrollRecord, SECTION_ATTRIBUTES, type Timestamp } from "@marquee/contract";
import { listen } from "../browser/listen.ts";

export interface ScrollTracker {
  /**
   * How far the page was scrolled that was shown until now, if that is not told yet. One page's records have one time, that of its being
   * shown: of several, where it was hidden in between, the last counts.
   */
  take(): ScrollRecord | null;
  /** Another page is shown now. @returns what {@link take} would have said of the one before. */
  pageShown(): ScrollRecord | null;
  stop(): void;
}

/** The page that is shown. */
export interface ShownPage {
  /** Its address, filtered. */
  pageUrl: string;
  /** By which its version is asked for. */
  path: string;
}

interface FollowOptions {
  page: () => ShownPage;
  /** Version of the page of this path, as far as it is known. */
  versionOf: (path: string) => string;
  now: () => Timestamp;
}

const PLACE_INTERVAL: Milliseconds = 200;
const SECTIONS = `[${SECTION_ATTRIBUTES.sectionId}]`;

export function trackScroll({ page, versionOf, now }: FollowOptions): ScrollTracker {
  let shown: ScrollRecord;
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
    Object.assign(shown, readPlace());
  };
  const onScroll = () => {
    const farther = farthest(shown, readExtent());
    if (farther.maxScrollHeight > shown.maxScrollHeight) timer ??= setTimeout(notePlace, PLACE_INTERVAL);
    if (EXTENT.some((name) => farther[name] > shown[name])) isTold = false;
    Object.assign(shown, farther);
  };
  const begin = () => {
    const { pageUrl, ...rest } = page();
    path = rest.path;
    // Asked ahead: the answer takes a moment.
    versionOf(path);
    isTold = false;
    shown = { ...readExtent(), ...readPlace(), pageUrl, timestamp: now(), type: "scroll" };
  };
  const tell = () => {
    if (isTold) return null;
    isTold = true;
    return { ...shown, pageVersion: versionOf(path) };
  };
  begin();
  const stopListening = listen(document, "scroll", onScroll);
  return {
    take() {
      notePlace();
      return tell();
    },
    pageShown() {
      // Its sections are gone.
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

/** Pages that bounce are scrolled beyond their edges. */
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

/** Details of the lowest point. Reading them costs a layout, so it is not done at every step. */
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
