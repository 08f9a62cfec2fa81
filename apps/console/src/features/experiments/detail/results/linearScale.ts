import type { IntervalEnds } from "@marquee/contract/schema";

/** Limits of the axis. A counted metric can't fall by more than 100%, and an interval beyond +300% says little. */
const LEAST = -1;

const MOST = 3;

const MARGIN = 0.06;
/** A linear scale: positions from 0 to 1, and tick values. */
export interface LinearScale {
  /** 0 at the low end, 1 at the high end. Values outside the domain are clamped. */
  place: (value: number) => number;
  ticks: number[];
}

const MAX_TICKS = 6;
const ROUND_STEPS = [1, 2, 5, 10];

/**
 * A scale from `low` to `high`, with ticks at round values.
 * @param high must be greater than `low`.
 */
export function linearScale(low: number, high: number): LinearScale {
  const step = roundStep((high - low) / MAX_TICKS);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return {
    place: (value) => Math.min(1, Math.max(0, (value - low) / (high - low))),
    // Multiples of the step: adding it repeatedly would accumulate rounding errors.
    ticks: Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step),
  };
}

/** The smallest of 1, 2 or 5 times a power of ten that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = ROUND_STEPS.find((each) => each * power >= least) ?? 10;
  return factor * power;
}

/** Domain of an axis that includes zero and every interval, within {@link LEAST} and {@link MOST}, plus a margin. */
export function liftDomain(intervals: readonly IntervalEnds[]): [number, number] {
  const ends = intervals.flat();
  const low = Math.max(LEAST, Math.min(0, ...ends));
  const high = Math.min(MOST, Math.max(0, ...ends));
  const margin = (high - low || 0.1) * MARGIN;
  return [low - margin, high + margin];
}
