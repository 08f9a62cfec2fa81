import { type Milliseconds, ONE_SECOND } from "@marquee/contract";

export interface InactivePeriod {
  from: number;
  to: number;
}

/** Shorter pauses are part of what somebody does: they read. */
const SHORTEST: Milliseconds = 8 * ONE_SECOND;
/** Part of a pause that is kept on either side, to show where it ends. */
const MARGIN: Milliseconds = ONE_SECOND;

/**
 * Where nothing was done for a while.
 * @param activity instants at which something was done, in order.
 */
export function inactivePeriods(activity: readonly number[], start: number, end: number): InactivePeriod[] {
  const moments = [start, ...activity, end];
  return moments.flatMap((from, index) => {
    const to = moments[index + 1];
    const isLong = to !== undefined && to - from >= SHORTEST;
    return isLong ? [{ from: from + MARGIN, to: to - MARGIN }] : [];
  });
}
