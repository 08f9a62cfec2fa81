import { findRoot } from "./distributions/findRoot.ts";
import { incompleteBeta } from "./distributions/incompleteBeta.ts";
import { normalCdf, normalUpperQuantile } from "./distributions/normal.ts";
import { differenceOf, type Interval, intervalOf, relativeLiftOf } from "./relativeLift.ts";
import { isProportion, type Moments, momentsOf, type ProportionSample, type Sample } from "./sample.ts";

/** Result of a two-sided test of "no difference", with intervals at the level 1 − alpha. */
export interface TestResult {
  readonly pValue: number;
  readonly difference: Interval;
  /** Relative; `null` if the baseline's mean is not above 0. */
  readonly lift: Interval | null;
}

/** B. L. Welch, "The generalization of 'Student's' problem …", Biometrika 34 (1947): degrees of freedom. */
function welchFreedom(baseline: Moments, challenger: Moments): number {
  const share = baseline.meanVariance / (baseline.meanVariance + challenger.meanVariance);
  return 1 / (share ** 2 / (baseline.users - 1) + (1 - share) ** 2 / (challenger.users - 1));
}

/**
 * Two-sided p-value of the pooled two-proportion z test, which equals the χ² test of the two-by-two table without
 * continuity correction. J. L. Fleiss, B. Levin, M. C. Paik, "Statistical Methods for Rates and Proportions" (2003)
 * (R: `prop.test(…, correct = FALSE)`).
 */
function pooledPValue(baseline: ProportionSample, challenger: ProportionSample): number {
  const pooled = (baseline.conversions + challenger.conversions) / (baseline.users + challenger.users);
  const variance = pooled * (1 - pooled) * (1 / baseline.users + 1 / challenger.users);
  const difference = challenger.conversions / challenger.users - baseline.conversions / baseline.users;
  return 2 * normalCdf(-Math.abs(difference) / Math.sqrt(variance));
}

/**
 * Fixed-horizon test of challenger against baseline: valid only if it is read once, at the planned end. Uses the pooled z test for
 * proportions, Welch's t test for means, and the delta method for the interval of the lift.
 *
 * `undefined` while it cannot be computed: too few users, or neither variation has any variance.
 */
export function frequentist(baseline: Sample, challenger: Sample, alpha: number): TestResult | undefined {
  const [before, after] = [momentsOf(baseline), momentsOf(challenger)];
  if (!before || !after || before.meanVariance + after.meanVariance === 0) return undefined;
  const proportions = isProportion(baseline) && isProportion(challenger);
  const freedom = welchFreedom(before, after);
  const difference = differenceOf(before, after);
  const lift = relativeLiftOf(before, after);
  const critical = proportions ? normalUpperQuantile(alpha / 2) : studentTCritical(alpha, freedom);
  return {
    pValue: proportions
      ? pooledPValue(baseline, challenger)
      : studentTTwoSided(difference.value / difference.standardError, freedom),
    difference: intervalOf(difference, critical),
    lift: lift ? intervalOf(lift, critical) : null,
  };
}

/**
 * Two-sided tail probability of Student's t distribution: P(|T| > |t|) with `freedom` degrees of freedom (any positive number).
 *
 * M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964), eq. 26.7.1 with 26.5.27.
 */
export function studentTTwoSided(t: number, freedom: number): number {
  const both = freedom + t * t;
  return incompleteBeta(freedom / both, freedom / 2, 0.5, (t * t) / both);
}

/** Two-sided critical value of Student's t distribution: the `t` with P(|T| > t) = `alpha`. */
export function studentTCritical(alpha: number, freedom: number): number {
  const inside = (t: number) => -studentTTwoSided(t, freedom);
  let high = 2;
  while (inside(high) < -alpha) high *= 2;
  return findRoot({ of: inside, target: -alpha, low: 0, high });
}
