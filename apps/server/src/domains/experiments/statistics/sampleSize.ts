import { normalUpperQuantile } from "../../../platform/distributions/normal.ts";
import type { Moments } from "./sample.ts";
import { sequentialCritical } from "./sequential.ts";

/** The effect that an experiment is planned to detect, and its error rates. */
export interface Plan {
  /** Minimum detectable effect: a relative lift in either direction; 0.05 is 5%. */
  readonly minimumEffect: number;
  /** Accepted share of false positives. */
  readonly alpha: number;
  /** Chance to detect the minimum effect if it exists. */
  readonly power: number;
  /** N* of the sequential test, in users of both variations. */
  readonly tuning: number;
}

/** Users that each variation needs. */
export interface SampleSize {
  /** For a test that is read once, at the end. */
  readonly fixedHorizon: number;
  /** For the sequential test, which can be read at any time but needs about twice as many users. */
  readonly sequential: number;
}

type Baseline = Pick<Moments, "mean" | "variance"> & { readonly isProportion: boolean };

const varianceOf = (rate: number): number => rate * (1 - rate);

/** Users that each variation needs for the minimum effect to exceed `critical` standard errors with the plan's power. */
function usersFor({ mean, variance, isProportion }: Baseline, plan: Plan, critical: number): number {
  const effect = mean * plan.minimumEffect;
  const lifted = isProportion ? Math.min(1, mean + effect) : mean + effect;
  const pooled = isProportion ? varianceOf((mean + lifted) / 2) : variance;
  const apart = isProportion ? variance + varianceOf(lifted) : 2 * variance;
  const reach = critical * Math.sqrt(2 * pooled) + normalUpperQuantile(1 - plan.power) * Math.sqrt(apart);
  return Math.ceil((reach / (lifted - mean)) ** 2);
}

/**
 * Users that each of two variations of equal size needs; `undefined` if the baseline's mean or variance is not above 0.
 * The sequential number is the fixed point of the same equation with the always-valid boundary at that many users.
 *
 * J. L. Fleiss, A. Tytun, H. K. Ury, "A Simple Approximation for Calculating Sample Sizes for Comparing Independent
 * Proportions", Biometrics 36 (1980), without correction (R: `power.prop.test`); R. Kohavi et al., "Controlled
 * Experiments on the Web: Survey and Practical Guide" (2009), for means.
 */
export function sampleSize(baseline: Baseline, plan: Plan): SampleSize | undefined {
  if (baseline.mean <= 0 || baseline.variance <= 0) return undefined;
  const fixedHorizon = usersFor(baseline, plan, normalUpperQuantile(plan.alpha / 2));
  let sequential = fixedHorizon;
  for (let round = 0; round < 50; round += 1) {
    sequential = usersFor(baseline, plan, sequentialCritical(2 * sequential, plan));
  }
  return { fixedHorizon, sequential };
}

/**
 * Days until the variation with the smallest weight has `usersPerVariant`, at `dailyUsers` in the whole experiment;
 * `null` without daily users.
 */
export function runningDays(
  usersPerVariant: number,
  weights: readonly number[],
  dailyUsers: number,
): number | null {
  if (dailyUsers <= 0) return null;
  const smallestShare = Math.min(...weights) / weights.reduce((sum, weight) => sum + weight, 0);
  return Math.ceil(usersPerVariant / (smallestShare * dailyUsers));
}
