import clsx from "clsx";

/** How long the line is there, in milliseconds, and the moves that take as long: it grows, then fades. */
const MOVES = {
  1000: "[transition-delay:0ms,700ms] [transition-duration:700ms,300ms]",
  2000: "[transition-delay:0ms,1600ms] [transition-duration:1600ms,400ms]",
} as const;

/**
 * The loader overlay (specification, section 2): a line that grows along the top edge over the page that is already there. Style
 * sheets alone move it, so it neither waits for a script nor makes anything wait: first paint and input are not its business. Browsers
 * without `@starting-style`, and visitors who want less motion, never see it.
 */
export function Loader({ duration = 2000 }: { duration?: keyof typeof MOVES }) {
  return (
    <div
      aria-hidden="true"
      data-loader=""
      className={clsx(
        "pointer-events-none fixed inset-x-0 top-0 z-50 h-[3px] origin-left bg-accent opacity-0",
        "scale-x-100 transition-[scale,opacity] starting:scale-x-0 starting:opacity-100 motion-reduce:hidden",
        MOVES[duration],
      )}
    />
  );
}
