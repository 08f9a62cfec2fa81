import { INTERACTION_MAX_INTERVAL, INTERACTION_MIN_INTERVAL } from "@marquee/contract";

export interface BatchTimer {
  /** A batch has gone otherwise. */
  restart(): void;
  stop(): void;
}

/**
 * Calls `send` again and again, each time at least 30 s after the last time, or {@link BatchTimer.restart}, then as soon as the page is idle, and
 * after 60 s at most (specification, section 7).
 */
export function startBatchTimer(send: () => void): BatchTimer {
  let cancel = () => {};
  const run = () => {
    restart();
    send();
  };
  const waitForIdle = () => {
    if (!window.requestIdleCallback) return run();
    const idle = requestIdleCallback(run, { timeout: INTERACTION_MAX_INTERVAL - INTERACTION_MIN_INTERVAL });
    cancel = () => cancelIdleCallback(idle);
  };
  const restart = () => {
    cancel();
    const timer = setTimeout(waitForIdle, INTERACTION_MIN_INTERVAL);
    cancel = () => clearTimeout(timer);
  };
  restart();
  return { restart, stop: () => cancel() };
}
