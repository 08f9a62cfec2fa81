import type { Milliseconds } from "@marquee/contract";

/** Work waits for a quiet moment no longer than this. */
const PATIENCE: Milliseconds = 500;
/** Where the browser does not tell of quiet moments (Safari), this goes by between two pieces of work. */
const PAUSE: Milliseconds = 20;
/** A piece of work takes up to this long on a slow phone. */
const PIECE: Milliseconds = 30;

/**
 * Runs `task` in a task of its own, when the browser has nothing better to do.
 * @param task is told how to find out whether there is time for one more piece of work
 * @returns what calls it off
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
