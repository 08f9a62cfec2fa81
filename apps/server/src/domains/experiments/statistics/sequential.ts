import { contrastOf, type TestResult, testResult } from "./contrast.ts";
import type { Sample } from "./sample.ts";

/** Default N*, the same as GrowthBook's. */
export const DEFAULT_TUNING = 5000;

export interface SequentialSettings {
  readonly alpha: number;
  /** N*: total users of both variations at which the interval is tightest. Must be fixed before the start. */
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
 * Half-width of the always-valid interval in standard errors, with `users` in both variations together: the two-sided boundary of the
 * asymptotic confidence sequence (the paper above, eq. 9), divided by σ / √t.
 */
export function sequentialCritical(users: number, settings: SequentialSettings): number {
  const mixed = users * mixtureVariance(settings);
  return Math.sqrt((2 * (mixed + 1) * Math.log(Math.sqrt(mixed + 1) / settings.alpha)) / mixed);
}

/**
 * Always-valid p-value: the smallest alpha whose interval excludes 0 with the same mixture, so 1 over the mixture's
 * likelihood ratio. H. Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of
 * Mathematical Statistics 41 (1970), for the mixture; R. Johari, P. Koomen, L. Pekelis, D. Walsh, "Always Valid
 * Inference", Operations Research 70 (2022), for the p-value.
 */
function sequentialPValue(z: number, users: number, settings: SequentialSettings): number {
  const mixed = users * mixtureVariance(settings);
  return Math.min(1, Math.sqrt(mixed + 1) * Math.exp((-z * z * mixed) / (2 * (mixed + 1))));
}

/**
 * Sequential test of challenger against baseline: valid however often it is read and whenever the experiment stops. Uses confidence
 * sequences instead of the mixture sequential probability ratio test, because they assume no effect size and work for proportions and means.
 *
 * `undefined` while it cannot be computed: too few users, or neither variation has any variance.
 */
export function sequential(
  baseline: Sample,
  challenger: Sample,
  settings: SequentialSettings,
): TestResult | undefined {
  const contrast = contrastOf(baseline, challenger);
  if (!contrast) return undefined;
  const users = contrast.baseline.users + contrast.challenger.users;
  return testResult(
    contrast,
    sequentialPValue(contrast.z, users, settings),
    sequentialCritical(users, settings),
  );
}
