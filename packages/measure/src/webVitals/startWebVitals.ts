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
  /** Call it after each client-side route change, because the visitor may have left the document's first page. */
  pageShown(): void;
  /** Call it with each event before it is sent. Sets the measured page on web vitals events, because another page may be shown by now. */
  see(event: SegmentEvent): void;
  stop(): void;
}

type ReadVitals = () => WebVitalsProperties | null;

interface VitalsOptions {
  track: TrackEvent;
  /** Event context of the current page. */
  context: SegmentContext | undefined;
  /** Loads the measuring code and starts it. */
  watch: () => Promise<ReadVitals>;
}

/** Measures the current document, and reports its web vitals when the page is hidden. */
export function startWebVitals(options: Omit<VitalsOptions, "watch">): WebVitals {
  const { pathname } = location;
  const watch = async () => (await import("./vitals.ts")).watchVitals(pathname);
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

/** Path of the URL that the document was loaded from, regardless of later client-side navigation. */
function documentPath(): string | undefined {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation && new URL(navigation.name).pathname;
}

/**
 * Calls back on the same events as `onPageHide`, but earlier, so that the queue still sends what the listener tracks; and after `web-vitals`,
 * which listens in the capture phase at the window.
 * @returns the cleanup
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
