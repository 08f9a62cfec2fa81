import type { Sample } from "../sample.ts";
import { type BetaPrior, type Posterior, posteriorOf } from "./posterior.ts";
import { chanceToWin, type Goal, type Rank, rankPosteriors } from "./rankPosteriors.ts";

/** Posterior results of one variation. Probabilities are 0 to 1. */
export interface Belief extends Rank {
  /** Probability that the variation's true mean is better than the baseline's; `null` for the baseline itself. */
  readonly chanceToWin: number | null;
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
    const posterior = posteriors[variant];
    if (!posterior || !baseline || posterior === baseline) return { ...rank, chanceToWin: null };
    return { ...rank, chanceToWin: chanceToWin(posterior, baseline, goal) };
  });
}
