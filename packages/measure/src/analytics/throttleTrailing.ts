import type { Milliseconds } from "@marquee/contract";

/** A function that runs `delay` after the first of a burst of calls, once for the whole burst. */
export interface Throttled {
  (): void;
  /** Runs now what waits; nothing where nothing does. */
  flush(): void;
  cancel(): void;
}

/** Trailing edge only: what a burst of route changes ends with is what counts (specification, section 7). */
export function throttleTrailing(run: () => void, delay: Milliseconds): Throttled {
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
