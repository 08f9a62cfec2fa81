import { findRoot } from "../../../platform/distributions/findRoot.ts";
import { incompleteBeta } from "../../../platform/distributions/incompleteBeta.ts";
import { normalCdf, normalUpperQuantile } from "../../../platform/distributions/normal.ts";
import { type Contrast, contrastOf, type TestResult, testResult } from "./contrast.ts";
import { isProportion, type Sample } from "./sample.ts";

/** B. L. Welch, "The generalization of 'Student's' problem …", Biometrika 34 (1947): degrees of freedom. */
function welchFreedom({ baseline, challenger }: Contrast): number {
  const share = baseline.meanVariance / (baseline.meanVariance + challenger.meanVariance);
  return 1 / (share ** 2 / (baseline.users - 1) + (1 - share) ** 2 / (challenger.users - 1));
}

/**
 * Fixed-horizon test of challenger against baseline: valid only if it is read once, at the planned end. An unpooled z test (Wald's) for
 * proportions, Welch's t test for means.
 *
 * `undefined` while it cannot be computed: too few users, or neither variation has any variance.
 */
export function frequentist(baseline: Sample, challenger: Sample, alpha: number): TestResult | undefined {
  const contrast = contrastOf(baseline, challenger);
  if (!contrast) return undefined;
  const { z } = contrast;
  if (isProportion(baseline))
    return testResult(contrast, 2 * normalCdf(-Math.abs(z)), normalUpperQuantile(alpha / 2));
  const freedom = welchFreedom(contrast);
  return testResult(contrast, studentTTwoSided(z, freedom), studentTCritical(alpha, freedom));
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
