import {
  type SegmentContext,
  type SegmentEvent,
  WEB_VITALS_EVENT,
  type WebVitalsProperties,
} from "@marquee/contract";
import type { TrackEvent } from "../analytics/analytics.ts";
import { listen } from "../browser/listen.ts";
import { monitor, reportInternalError } from "../browser/monitor.ts";

export interface WebVitals {
  /** Reports the metrics once. Call it when the page may be about to end. */
  tell(): void;
  /** To be called after each client-side route change: the document's first page may be over. */
  pageShown(): void;
  /** Shows it an event before it is sent: one of vitals is of the page that was measured, though another one may be shown by now. */
  see(event: SegmentEvent): void;
  stop(): void;
}

type ReadVitals = () => WebVitalsProperties | null;

interface VitalsOptions {
  track: TrackEvent;
  /** Of an event of the page that is shown now. */
  context: SegmentContext | undefined;
  /** Fetches the code that measures and starts it. */
  watch: () => Promise<ReadVitals>;
}

/** Measures the document that is shown, from now on. */
export function startWebVitals(options: Omit<VitalsOptions, "watch">): WebVitals {
  const watch = async () => (await import("./vitals.ts")).watchVitals();
  const vitals = createWebVitals({ ...options, watch });
  const stopHide = beforePageHide(monitor(vitals.tell));
  return {
    ...vitals,
    stop() {
      stopHide();
      vitals.stop();
    },
  };
}

/**
 * Reports how fast the document was, once: when it is hidden or the visitor navigates within it. Web vitals
 * belong to the document, so pages reached without a new document have none, and a visitor who consents only
 * there reports none.
 */
export function createWebVitals({ track, context, watch }: VitalsOptions): WebVitals {
  const { pathname } = location;
  const { page, campaign } = context ?? {};
  let isOver = documentPath() !== pathname;
  let read: ReadVitals = () => null;
  if (!isOver) {
    const keep = (readVitals: ReadVitals) => {
      read = readVitals;
    };
    watch().then(keep).catch(reportInternalError);
  }
  const tell = () => {
    const vitals = isOver ? null : read();
    if (!vitals) return;
    isOver = true;
    const { url = "", path = "", title = "" } = page ?? {};
    track(WEB_VITALS_EVENT, { url, path, title, ...vitals });
  };
  const stop = () => {
    isOver = true;
  };
  return {
    tell,
    pageShown() {
      if (location.pathname === pathname) return;
      tell();
      stop();
    },
    see(event) {
      if (event.event !== WEB_VITALS_EVENT) return;
      event.context = Object.assign({}, event.context, { page, campaign });
    },
    stop,
  };
}

/** URL the document was loaded from, regardless of later client-side navigation. */
function documentPath(): string | undefined {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation && new URL(navigation.name).pathname;
}

/**
 * Calls back where `onPageHide` does, but before it, so that what is said then still goes with the queue; and after `web-vitals`, which listens
 * while the event is captured at the window. @returns the cleanup.
 */
function beforePageHide(listener: () => void): () => void {
  const onVisibilityChange = () => {
    if (document.visibilityState === "hidden") listener();
  };
  const stopHidden = listen(document, "visibilitychange", onVisibilityChange, true);
  const stopLeft = listen(window, "pagehide", listener, true);
  return () => {
    stopHidden();
    stopLeft();
  };
}
