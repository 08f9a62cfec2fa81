import { monitor } from "../tools/monitor.ts";
import { readPageFields } from "./pageFields.ts";
import { startErrors } from "./startErrors.ts";
import { startVitals } from "./startVitals.ts";

export interface Monitoring {
  /** To be called after each client-side route change. */
  pageShown(): void;
  stop(): void;
}

/** How fast pages are, and what goes wrong on them. */
export function startMonitoring(
  track: (event: string, properties: Record<string, unknown>) => void,
): Monitoring {
  const errors = startErrors(track);
  const watch = async () => (await import("./vitals.ts")).watchVitals();
  const vitals = startVitals({ track, page: readPageFields(), watch });
  const stopHide = beforePageHide(monitor(vitals.tell));
  return {
    pageShown() {
      vitals.pageShown();
      errors.pageShown();
    },
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
  document.addEventListener("visibilitychange", onVisibilityChange, true);
  window.addEventListener("pagehide", listener, true);
  return () => {
    document.removeEventListener("visibilitychange", onVisibilityChange, true);
    window.removeEventListener("pagehide", listener, true);
  };
}
