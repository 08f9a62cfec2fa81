import { findRoot } from "../distributions/findRoot.ts";
import type { Interval } from "../relativeLift.ts";
import type { Sample } from "../sample.ts";
import { integrate, integrateInParts } from "./integrate.ts";
import { type BetaPrior, type Posterior, posteriorOf } from "./posterior.ts";
import { chanceToWin, type Goal, type Rank, rankPosteriors } from "./rankPosteriors.ts";

/** Maximum posterior probability of a baseline of 0 or less; above it, a relative lift is meaningless. */
const MAX_BELOW_ZERO = 0.001;

/** Posterior probability that a credible interval contains. */
const CREDIBILITY = 0.95;

/** Posterior results of one variation. Probabilities are 0 to 1. */
export interface Belief extends Rank {
  /** Probability that the variation's true mean is better than the baseline's; `null` for the baseline itself. */
  readonly chanceToWin: number | null;
  /** Relative lift over the baseline: median and 95% credible interval. `null` for the baseline, or if the baseline may be 0 or less. */
  readonly lift: Interval | null;
}

interface Question {
  readonly goal: Goal;
  readonly prior: BetaPrior;
}

/** Posterior results of all variations, the baseline first; `undefined` if any of them has no posterior. */
export function bayesian(
  samples: readonly Sample[],
  { goal, prior }: Question,
): readonly Belief[] | undefined {
  const posteriors: Posterior[] = [];
  for (const sample of samples) {
    const posterior = posteriorOf(sample, prior);
    if (!posterior) return undefined;
    posteriors.push(posterior);
  }
  const [baseline] = posteriors;
  return rankPosteriors(posteriors, goal).map((rank, variant) => {
    const own = posteriors[variant];
    if (!own || !baseline || own === baseline) return { ...rank, chanceToWin: null, lift: null };
    const lift = credibleLift(own, baseline, CREDIBILITY);
    return { ...rank, chanceToWin: chanceToWin(own, baseline, goal), lift };
  });
}

/**
 * Median and equal-tailed credible interval of (challenger / baseline) − 1 with the probability `credibility` (such as 0.95), from
 * P(ratio ≤ r) = ∫ f(baseline) F(r · baseline), solved for r. `null` if the baseline may be 0 or less.
 */
function credibleLift(challenger: Posterior, baseline: Posterior, credibility: number): Interval | null {
  if (baseline.cumulative(0) > MAX_BELOW_ZERO) return null;
  const low = Math.max(0, baseline.low);
  const whole = integrate(baseline.density, low, baseline.high);
  const below = (ratio: number) =>
    integrateInParts((x) => baseline.density(x) * challenger.cumulative(ratio * x), {
      low,
      high: baseline.high,
      cuts: [challenger.low / ratio, challenger.high / ratio],
    }) / whole;
  const quantile = (target: number) => {
    let high = 2;
    while (below(high) < target) high *= 2;
    return findRoot({ of: below, target, low: high === 2 ? 0 : high / 2, high, precision: 1e-7 }) - 1;
  };
  const tail = (1 - credibility) / 2;
  return { value: quantile(0.5), low: quantile(tail), high: quantile(1 - tail) };
}
