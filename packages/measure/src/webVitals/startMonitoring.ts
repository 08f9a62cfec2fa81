import type { SegmentContext, SegmentEvent } from "@marquee/contract";
import { listen } from "../browser/listen.ts";
import { monitor } from "../browser/monitor.ts";
import { startErrors } from "../interactions/pageErrors.ts";
import { startVitals } from "./startWebVitals.ts";

interface MonitoringOptions {
  track: (event: string, properties: Record<string, unknown>) => void;
  /** Of an event of the page that is shown now. */
  context: SegmentContext | undefined;
}

export interface Monitoring {
  /** To be called after each client-side route change. */
  pageShown(): void;
  /** Shows it an event before it is sent; see {@link Vitals.see}. */
  see(event: SegmentEvent): void;
  stop(): void;
}

/** How fast pages are, and what goes wrong on them. */
export function startMonitoring({ track, context }: MonitoringOptions): Monitoring {
  const errors = startErrors(track);
  const watch = async () => (await import("./measureVitals.ts")).watchVitals();
  const vitals = startVitals({ track, context, watch });
  const stopHide = beforePageHide(monitor(vitals.tell));
  return {
    pageShown() {
      vitals.pageShown();
      errors.pageShown();
    },
    see: vitals.see,
    stop() {
      stopHide();
      vitals.stop();
      errors.stop();
    },
  };
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
