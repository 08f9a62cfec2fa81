import type { Milliseconds } from "@marquee/contract";

/** Trailing throttle of page and identify calls after a completed route change (specification, section 7). */
const PAGE_CALL_THROTTLE = 300;

/** A trailing throttle: runs once per burst of calls, a fixed delay after the first call. */
interface Throttled {
  (): void;
  /** Runs a pending call immediately; does nothing if none is pending. */
  flush(): void;
  cancel(): void;
}

export interface PageCalls {
  /** Reports the arrival immediately and schedules a page call; a burst of requests results in one call. */
  request(): void;
  /** Sends a pending page call immediately, because the page may be about to end. */
  flush(): void;
  /** Referrer of the last counted page. */
  referrer(): string;
  /** Cancels a pending call and resets the state, so that the current page counts again (after consent was withdrawn). */
  reset(): void;
  stop(): void;
}

interface PageCallsOptions {
  /** URL of the current page. */
  currentUrl: () => string;
  /** `document.referrer`. */
  documentReferrer: string;
  isAllowed: () => boolean;
  /** Called immediately on each URL change, so that later events are attributed correctly. */
  arrive: (url: string, referrer: string) => void;
  /** @param referrer the document's referrer, or the previous page's URL after a client-side route change. */
  send: (referrer: string) => void;
}

/** Page calls, throttled to the trailing edge; consecutive calls for one path are sent once (specification, section 7). */
export function createPageCalls({
  currentUrl,
  documentReferrer,
  isAllowed,
  arrive,
  send,
}: PageCallsOptions): PageCalls {
  let sentPath: string | null = null;
  let arrivedAt: string | null = null;
  let referrer = documentReferrer;
  /** Referrer of the next page call: the last counted page. */
  let nextReferrer = documentReferrer;

  const throttled = throttleTrailing(() => {
    if (!isAllowed()) return;
    // `currentUrl` may already return the next page, which is still loading.
    const url = arrivedAt ?? currentUrl();
    const path = new URL(url).pathname;
    if (path === sentPath) return;
    referrer = nextReferrer;
    send(referrer);
    sentPath = path;
    nextReferrer = url;
  }, PAGE_CALL_THROTTLE);

  return {
    request() {
      const url = currentUrl();
      if (isAllowed() && url !== arrivedAt) {
        arrive(url, arrivedAt ?? documentReferrer);
        arrivedAt = url;
      }
      throttled();
    },
    flush: throttled.flush,
    referrer: () => referrer,
    reset() {
      throttled.cancel();
      sentPath = null;
      arrivedAt = null;
    },
    stop: throttled.cancel,
  };
}

/** Trailing edge only: the last route change of a burst counts (specification, section 7). */
function throttleTrailing(run: () => void, delay: Milliseconds): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const throttled = () => {
    timer ??= setTimeout(throttled.flush, delay);
  };
  throttled.flush = () => {
    if (!timer) return;
    throttled.cancel();
    run();
  };
  throttled.cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return throttled;
}
