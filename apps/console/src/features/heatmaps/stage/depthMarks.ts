/** A place where the share of views that saw it falls to a round number. */
export interface DepthMark {
  /** Hundredths of the page. */
  depth: number;
  /** From 0 to 1. */
  share: number;
}

const LEVELS = [0.9, 0.75, 0.5, 0.25, 0.1];
/** Marks nearer than this, in hundredths of the page, would lie upon one another. */
const LEAST_APART = 2;

/** @param reached share of views that saw each hundredth, never rising. */
export function depthMarks(reached: readonly number[]): DepthMark[] {
  const marks: DepthMark[] = [];
  for (const level of LEVELS) {
    const depth = reached.findLastIndex((share) => share >= level);
    const share = reached[depth];
    const last = marks.at(-1);
    // What is seen to the end is said at the end, once.
    if (share === undefined || depth === 0 || (last && depth - last.depth < LEAST_APART)) continue;
    marks.push({ depth, share });
  }
  return marks;
}
