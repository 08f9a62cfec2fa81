import { normalUpperQuantile } from "./distributions/normal.ts";
import type { Moments } from "./sample.ts";
import { sequentialCritical } from "./sequential.ts";

/** What an experiment is planned to find. */
export interface Plan {
  /** Smallest relative lift worth finding, either way: 0.05 is 5 %. */
  readonly minimumEffect: number;
  /** Accepted share of false positives. */
  readonly alpha: number;
  /** Chance to find the minimum effect where it is there. */
  readonly power: number;
  /** N* of the sequential test. */
  readonly tuning: number;
}

/** Users that each variant needs. */
export interface SampleSize {
  /** For a test that is read once, at the end. */
  readonly fixedHorizon: number;
  /** For the sequential test, which pays for being read at any time with about twice the users. */
  readonly sequential: number;
}

type Baseline = Pick<Moments, "mean" | "variance"> & { readonly isProportion: boolean };

const varianceOf = (rate: number): number => rate * (1 - rate);

/** Users that each variant needs, with `critical` standard errors to be passed. */
function usersFor({ mean, variance, isProportion }: Baseline, plan: Plan, critical: number): number {
  const effect = mean * plan.minimumEffect;
  const lifted = isProportion ? Math.min(1, mean + effect) : mean + effect;
  const pooled = isProportion ? varianceOf((mean + lifted) / 2) : variance;
  const apart = isProportion ? variance + varianceOf(lifted) : 2 * variance;
  const reach = critical * Math.sqrt(2 * pooled) + normalUpperQuantile(1 - plan.power) * Math.sqrt(apart);
  return Math.ceil((reach / (lifted - mean)) ** 2);
}

/**
 * Users that each of two equal variants needs; `undefined` where the baseline's mean is not above 0 or has no spread.
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
 * Days until the variant with the smallest weight has `usersPerVariant`, at `dailyUsers` in the whole experiment;
 * `null` where nobody comes.
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
