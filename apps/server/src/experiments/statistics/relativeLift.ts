import type { Moments } from "./sample.ts";

/** An estimate with the ends of its interval. A lift of 0.05 is 5% more than the baseline. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface Spread {
  readonly value: number;
  readonly standardError: number;
}

/** Difference of the means, in the metric's own unit. */
export function differenceOf(baseline: Moments, challenger: Moments): Spread {
  const standardError = Math.sqrt(baseline.meanVariance + challenger.meanVariance);
  return { value: challenger.mean - baseline.mean, standardError };
}

/**
 * Relative lift of the mean, with its standard error by the delta method; `undefined` if the baseline's mean is not above 0, because a
 * relative lift is then meaningless.
 *
 * A. Deng, U. Knoblich, J. Lu, "Applying the Delta Method in Metric Analytics: A Practical Guide with Novel Ideas",
 * KDD 2018, for independent means.
 */
export function relativeLiftOf(baseline: Moments, challenger: Moments): Spread | undefined {
  if (baseline.mean <= 0) return undefined;
  const ratio = challenger.mean / baseline.mean;
  const variance = challenger.meanVariance + ratio * ratio * baseline.meanVariance;
  return { value: ratio - 1, standardError: Math.sqrt(variance) / baseline.mean };
}

/** The interval of `critical` standard errors on each side. */
export function intervalOf({ value, standardError }: Spread, critical: number): Interval {
  return { value, low: value - critical * standardError, high: value + critical * standardError };
}
