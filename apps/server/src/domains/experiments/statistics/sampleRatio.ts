import { upperGamma } from "../../../platform/distributions/gamma.ts";

/** Below this p-value, the sizes are reported as a mismatch: one false alarm in a thousand experiments. */
const MISMATCH_BELOW = 0.001;

export interface SampleRatio {
  readonly pValue: number;
  /** Users of a variation are lost or counted twice somewhere, so no result of the experiment can be trusted. */
  readonly isMismatch: boolean;
}

/**
 * χ² test of the variations' sizes against their weights (of any sum), with k − 1 degrees of freedom. The p-value is 1 without users.
 *
 * K. Pearson, "On the criterion …", Philosophical Magazine 50 (1900); A. Fabijan et al., "Diagnosing Sample Ratio
 * Mismatch in Online Controlled Experiments", KDD 2019, for the test and its threshold.
 */
export function sampleRatio(users: readonly number[], weights: readonly number[]): SampleRatio {
  const total = users.reduce((sum, count) => sum + count, 0);
  const weight = weights.reduce((sum, share) => sum + share, 0);
  if (total === 0) return { pValue: 1, isMismatch: false };
  const statistic = users.reduce((sum, count, variant) => {
    const expected = (total * (weights[variant] ?? 0)) / weight;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
  const pValue = upperGamma((users.length - 1) / 2, statistic / 2);
  return { pValue, isMismatch: pValue < MISMATCH_BELOW };
}
