/** Counts of one variation for a metric that each user either meets or does not (a conversion). */
export interface ProportionSample {
  readonly users: number;
  /** Users who converted at least once; at most `users`. */
  readonly conversions: number;
}

/** Sums of one variation for a metric with a value per user (orders, seconds, errors). */
export interface MeanSample {
  readonly users: number;
  /** Sum of the values of all users, including zeros. */
  readonly sum: number;
  readonly sumOfSquares: number;
}

export type Sample = ProportionSample | MeanSample;

/** Moments of a sample per user, as the normal approximations need them. */
export interface Moments {
  readonly users: number;
  readonly mean: number;
  /** Variance between users. */
  readonly variance: number;
  /** Variance of the mean: `variance / users`. */
  readonly meanVariance: number;
}

export const isProportion = (sample: Sample): sample is ProportionSample => "conversions" in sample;

/** Sums of squares are floating-point numbers, so a spread below this share of them is rounding noise. */
const ROUNDING = 1e-12;

function meanVarianceOf({ users, sum, sumOfSquares }: MeanSample): number {
  const spread = sumOfSquares - (sum * sum) / users;
  return spread <= ROUNDING * sumOfSquares ? 0 : spread / (users - 1);
}

/**
 * Mean and variance of one variation: p (1 − p) for a proportion, the unbiased (Σx² − (Σx)² / n) / (n − 1) for a mean.
 * `undefined` with too few users: none for a proportion, fewer than two for a mean.
 */
export function momentsOf(sample: Sample): Moments | undefined {
  const { users } = sample;
  if (users < (isProportion(sample) ? 1 : 2)) return undefined;
  const mean = (isProportion(sample) ? sample.conversions : sample.sum) / users;
  const variance = isProportion(sample) ? mean * (1 - mean) : meanVarianceOf(sample);
  return { users, mean, variance, meanVariance: variance / users };
}
