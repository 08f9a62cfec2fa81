import type { Interval } from "../relativeLift.ts";
import type { Sample } from "../sample.ts";
import { credibleLift } from "./credibleLift.ts";
import { type BetaPrior, type Posterior, posteriorOf } from "./posterior.ts";
import { chanceToWin, type Goal, type Rank, rankPosteriors } from "./rankPosteriors.ts";

/** Share of belief that the intervals hold. */
const CREDIBILITY = 0.95;

/** What is believed of one variant; shares and chances are 0 … 1. */
export interface Belief extends Rank {
  /** Chance to be truly better than the baseline; `null` for the baseline itself. */
  readonly chanceToWin: number | null;
  /** Relative lift over the baseline: its median and 95 % credible interval. `null` as in `credibleLift`. */
  readonly lift: Interval | null;
}

interface Question {
  readonly goal: Goal;
  readonly prior: BetaPrior;
}

/** Beliefs about all variants, the baseline first; `undefined` while one of them allows none. */
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
