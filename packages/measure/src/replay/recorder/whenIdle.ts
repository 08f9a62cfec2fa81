import type { Milliseconds } from "@marquee/contract";

/** Longest time that work waits for the browser to be idle. */
const PATIENCE: Milliseconds = 500;
/** Fallback pause between two tasks for browsers without requestIdleCallback (Safari). */
const PAUSE: Milliseconds = 20;
/** Longest time that a piece of work takes on a slow phone. */
const PIECE: Milliseconds = 30;

/**
 * Runs `task` when the browser is idle.
 * @param task receives a function that returns whether there is time for more work
 * @returns a function that cancels it
 */
export function whenIdle(task: (hasTime: () => boolean) => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(() => task(() => false), PAUSE);
    return () => clearTimeout(timer);
  }
  const run = (deadline: IdleDeadline) => task(() => deadline.timeRemaining() > PIECE);
  const handle = window.requestIdleCallback(run, { timeout: PATIENCE });
  return () => window.cancelIdleCallback(handle);
}
