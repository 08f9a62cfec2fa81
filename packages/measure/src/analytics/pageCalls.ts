import type { Milliseconds } from "@marquee/contract";

/** Trailing throttle of page and identify calls after a completed route change (specification, section 7). */
const PAGE_CALL_THROTTLE = 300;

/** A function that runs `delay` after the first of a burst of calls, once for the whole burst. */
interface Throttled {
  (): void;
  /** Runs now what waits; nothing where nothing does. */
  flush(): void;
  cancel(): void;
}

export interface PageCalls {
  /** Notes at once where the visitor is now, and asks for a page call of it; a burst of requests makes one call. */
  request(): void;
  /** Makes the call that is due now: the page may be about to end. */
  flush(): void;
  /** Where the visitor came from to the page that was counted last. */
  referrer(): string;
  /** Resets the state, so that the current page counts again (after consent was withdrawn). */
  reset(): void;
  stop(): void;
}

interface PageCallsOptions {
  /** The address the visitor is at. */
  currentUrl: () => string;
  /** Address of the page that linked to this document. */
  documentReferrer: string;
  isAllowed: () => boolean;
  /** Called on each URL change at once, so that later events are attributed correctly. */
  arrive: (url: string, referrer: string) => void;
  /** @param referrer the document's referrer, or the previous page's address after a client-side route change. */
  send: (referrer: string) => void;
}

/** Page calls, throttled to the trailing edge and sent once per path in a row (specification, section 7). */
export function createPageCalls({
  currentUrl,
  documentReferrer,
  isAllowed,
  arrive,
  send,
}: PageCallsOptions): PageCalls {
  let sentPath: string | null = null;
  let arrivedAt: string | null = null;
  /** Referrer of the next page call: the last counted page. */
  let referrer = documentReferrer;
  let nextReferrer = documentReferrer;

  const throttled = throttleTrailing(() => {
    if (!isAllowed()) return;
    // The address may already be that of the next page, which is still loading.
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

/** Trailing edge only: what a burst of route changes ends with is what counts (specification, section 7). */
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
