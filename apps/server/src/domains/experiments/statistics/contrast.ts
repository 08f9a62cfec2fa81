import { type Moments, momentsOf, type Sample } from "./sample.ts";

/** An estimate with the ends of its interval. A lift of 0.05 is 5% more than the baseline. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A challenger against the baseline. The basis of the p-value and both intervals of every test. */
export interface Contrast {
  readonly baseline: Moments;
  readonly challenger: Moments;
  /** Difference of the means, in the metric's own unit. */
  readonly difference: number;
  readonly standardError: number;
  /** The difference in standard errors. */
  readonly z: number;
}

/** Result of a two-sided test of "no difference". `pValue` is below alpha exactly if the intervals at the level 1 − alpha exclude 0. */
export interface TestResult {
  readonly pValue: number;
  readonly difference: Interval;
  /** Relative; `null` if it has no bounds: see {@link liftInterval}. */
  readonly lift: Interval | null;
}

/**
 * Compares two samples. The standard error is unpooled, so the test and the interval of a rate use the same one.
 * `undefined` with too few users, or if neither sample has any variance.
 */
export function contrastOf(baseline: Sample, challenger: Sample): Contrast | undefined {
  const [before, after] = [momentsOf(baseline), momentsOf(challenger)];
  if (!before || !after) return undefined;
  const standardError = Math.sqrt(before.meanVariance + after.meanVariance);
  if (standardError === 0) return undefined;
  const difference = after.mean - before.mean;
  return { baseline: before, challenger: after, difference, standardError, z: difference / standardError };
}

/** The test's result, for the `critical` number of standard errors that belongs to its alpha. */
export function testResult(contrast: Contrast, pValue: number, critical: number): TestResult {
  const { difference, standardError } = contrast;
  const reach = critical * standardError;
  return {
    pValue,
    difference: { value: difference, low: difference - reach, high: difference + reach },
    lift: liftInterval(contrast, critical),
  };
}

/**
 * Fieller's interval of the relative lift: every lift L for which the test of "challenger = (1 + L) · baseline" is not significant,
 * |challenger − (1 + L) · baseline| ≤ critical · √(V(challenger) + (1 + L)² V(baseline)). For L = 0 that is the test of the difference,
 * so the two always agree, unlike an interval by the delta method.
 *
 * `null` if the lift has no bounds: the baseline's mean is not significantly above 0, or all values of the challenger are equal, so
 * their variance says nothing about future values.
 *
 * E. C. Fieller, "Some Problems in Interval Estimation", Journal of the Royal Statistical Society B 16 (1954).
 */
function liftInterval({ baseline, challenger }: Contrast, critical: number): Interval | null {
  const squared = critical * critical;
  const below = baseline.mean ** 2 - squared * baseline.meanVariance;
  if (baseline.mean <= 0 || below <= 0 || challenger.meanVariance === 0) return null;
  const middle = (baseline.mean * challenger.mean) / below;
  const spread = below * challenger.meanVariance + challenger.mean ** 2 * baseline.meanVariance;
  const reach = (critical * Math.sqrt(spread)) / below;
  const value = challenger.mean / baseline.mean - 1;
  return { value, low: middle - reach - 1, high: middle + reach - 1 };
}
