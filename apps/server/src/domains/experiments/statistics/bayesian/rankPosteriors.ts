import { integrateInParts } from "./integrate.ts";
import type { Posterior } from "./posterior.ts";

/** The desired direction of a metric. */
export type Goal = "increase" | "decrease";

export interface Rank {
  /** Probability that no other variation is better, 0 to 1. */
  readonly chanceToBeBest: number;
  /** Expected loss of shipping this variation instead of the best one, in the metric's unit. */
  readonly expectedLoss: number;
}

/** Probability that a variation's true mean is worse than `x`. */
function worseThan({ cumulative }: Posterior, x: number, goal: Goal): number {
  return goal === "increase" ? cumulative(x) : 1 - cumulative(x);
}

/** ∫ g(x) f(x) Π P(other worse than x) dx: for g = 1 the chance to be best, for g = x the variation's part of E[best]. */
function shareOfBest(
  posterior: Posterior,
  otherPosteriors: readonly Posterior[],
  goal: Goal,
  g: (x: number) => number,
): number {
  const weighed = (x: number) =>
    otherPosteriors.reduce(
      (product, other) => product * worseThan(other, x, goal),
      g(x) * posterior.density(x),
    );
  const cuts = otherPosteriors.flatMap((other) => [other.low, other.high]);
  return integrateInParts(weighed, { low: posterior.low, high: posterior.high, cuts });
}

/** Probability that the true mean of `challenger` is better than that of `baseline`. */
export function chanceToWin(challenger: Posterior, baseline: Posterior, goal: Goal): number {
  return shareOfBest(challenger, [baseline], goal, () => 1);
}

/**
 * Chance to be best and expected loss of each variation, for independent posteriors: P(i best) = ∫ f_i Π F_j, and
 * E[loss of i] = |E[best] − E[i]| with E[best] = Σ ∫ x f_i Π F_j.
 *
 * J. K. Kruschke, "Doing Bayesian Data Analysis" (2014), for the comparison; C. Stucchio, "Bayesian A/B Testing at
 * VWO" (2015), for the expected loss.
 */
export function rankPosteriors(posteriors: readonly Posterior[], goal: Goal): readonly Rank[] {
  const partsOf = (posterior: Posterior, g: (x: number) => number) =>
    shareOfBest(
      posterior,
      posteriors.filter((other) => other !== posterior),
      goal,
      g,
    );
  const best = posteriors.reduce((sum, posterior) => sum + partsOf(posterior, (x) => x), 0);
  const direction = goal === "increase" ? 1 : -1;
  return posteriors.map((posterior) => ({
    chanceToBeBest: partsOf(posterior, () => 1),
    expectedLoss: Math.max(0, direction * (best - posterior.mean)),
  }));
}
