import type { TestResult } from "./frequentist.ts";
import { differenceOf, intervalOf, relativeLiftOf } from "./relativeLift.ts";
import { momentsOf, type Sample } from "./sample.ts";

/** Users of both variants at which the interval is tightest, if nobody says otherwise: GrowthBook's default too. */
export const DEFAULT_TUNING = 5000;

export interface SequentialSettings {
  readonly alpha: number;
  /** N*: users of both variants at which the interval shall be tightest. Fixed before the start. */
  readonly tuning: number;
}

/**
 * Variance ρ² of the normal mixture that makes the boundary tightest at N* users.
 *
 * I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy, A. Ramdas, "Time-uniform central limit theory and asymptotic
 * confidence sequences", Annals of Statistics 52 (2024), arXiv 2103.06476v7, eq. 161.
 */
function mixtureVariance({ alpha, tuning }: SequentialSettings): number {
  const evidence = -2 * Math.log(alpha);
  return (evidence + Math.log(evidence + 1)) / tuning;
}

/**
 * Standard errors that the always-valid interval reaches to either side when `users` of both variants were seen: the
 * two-sided boundary of the asymptotic confidence sequence (the paper above, eq. 9), divided by σ / √t.
 */
export function sequentialCritical(users: number, settings: SequentialSettings): number {
  const mixed = users * mixtureVariance(settings);
  return Math.sqrt((2 * (mixed + 1) * Math.log(Math.sqrt(mixed + 1) / settings.alpha)) / mixed);
}

/**
 * Always-valid p-value: the smallest alpha whose interval leaves out 0 with the same mixture, so 1 over the mixture's
 * likelihood ratio. H. Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of
 * Mathematical Statistics 41 (1970), for the mixture; R. Johari, P. Koomen, L. Pekelis, D. Walsh, "Always Valid
 * Inference", Operations Research 70 (2022), for the p-value.
 */
function sequentialPValue(z: number, users: number, settings: SequentialSettings): number {
  const mixed = users * mixtureVariance(settings);
  return Math.min(1, Math.sqrt(mixed + 1) * Math.exp((-z * z * mixed) / (2 * (mixed + 1))));
}

/**
 * Test that holds however often somebody looks and whenever they stop. Confidence sequences rather than the mixture
 * sequential ratio test, because they need no effect to be assumed and serve proportions and means alike.
 *
 * `undefined` while it cannot be told: too few users, or no spread in either variant.
 */
export function sequential(
  baseline: Sample,
  challenger: Sample,
  settings: SequentialSettings,
): TestResult | undefined {
  const [before, after] = [momentsOf(baseline), momentsOf(challenger)];
  if (!before || !after || before.meanVariance + after.meanVariance === 0) return undefined;
  const users = before.users + after.users;
  const difference = differenceOf(before, after);
  const lift = relativeLiftOf(before, after);
  const critical = sequentialCritical(users, settings);
  return {
    pValue: sequentialPValue(difference.value / difference.standardError, users, settings),
    difference: intervalOf(difference, critical),
    lift: lift ? intervalOf(lift, critical) : null,
  };
}
