import type { VariationFigures } from "@marquee/contract/schema";

/** Nothing can fall by more than all of it, and what may rise fourfold is not known yet. */
const LEAST = -1;

const MOST = 3;

const MARGIN = 0.06;
/** Positions of values between two ends, 0 to 1, and tick marks. */
export interface LinearScale {
  /** 0 at the low end, 1 at the high one; values beyond stand at the end. */
  place: (value: number) => number;
  ticks: number[];
}

const MAX_TICKS = 6;
const ROUND_STEPS = [1, 2, 5, 10];

/** A scale from `low` to `high`, which is more. Marks stand at round values. */
export function linearScale(low: number, high: number): LinearScale {
  const step = roundStep((high - low) / MAX_TICKS);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return {
    place: (value) => Math.min(1, Math.max(0, (value - low) / (high - low))),
    // By whole numbers of steps: adding up would drift.
    ticks: Array.from({ length: Math.max(0, count) }, (_, index) => (first + index) * step),
  };
}

/** The smallest of 1, 2, 5 times a power of ten that is not less. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = ROUND_STEPS.find((each) => each * power >= least) ?? 10;
  return factor * power;
}

/** Ends of an axis that holds zero and every interval, as far as they tell something. */
export function liftDomain(
  variations: readonly Pick<VariationFigures, "credible" | "sequential">[],
): [number, number] {
  const ends = variations.flatMap(({ credible, sequential }) => [...(credible ?? []), ...(sequential ?? [])]);
  const low = Math.max(LEAST, Math.min(0, ...ends));
  const high = Math.min(MOST, Math.max(0, ...ends));
  const margin = (high - low || 0.1) * MARGIN;
  return [low - margin, high + margin];
}
