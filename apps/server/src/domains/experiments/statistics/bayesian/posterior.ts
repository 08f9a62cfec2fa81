import { betaDensity, incompleteBeta } from "../../../../platform/distributions/incompleteBeta.ts";
import { normalCdf, normalDensity } from "../../../../platform/distributions/normal.ts";
import { isProportion, momentsOf, type ProportionSample, type Sample } from "../sample.ts";

/** Prior Beta(alpha, beta) of a rate; both at least 1. Beta(1, 1) is uniform. */
export interface BetaPrior {
  readonly alpha: number;
  readonly beta: number;
}

/** Posterior distribution of a variation's true mean. */
export interface Posterior {
  readonly mean: number;
  readonly density: (x: number) => number;
  readonly cumulative: (x: number) => number;
  /** The probability outside `low` to `high` is below 1e-13. */
  readonly low: number;
  readonly high: number;
}

const NEGLIGIBLE = 1e-14;
/** Standard deviations beyond which a normal distribution is negligible. */
const NORMAL_REACH = 8;

/** End of a beta posterior's range: moves from the mean in steps until the tail beyond is negligible. */
function endOf(tail: (x: number) => number, mean: number, step: number): number {
  let x = mean;
  while (x > 0 && x < 1 && tail(x) > NEGLIGIBLE) x += step;
  return Math.min(1, Math.max(0, x));
}

/** Conjugate posterior of a rate. A. Gelman et al., "Bayesian Data Analysis", 3rd edition (2013), section 2.4. */
function betaPosterior({ users, conversions }: ProportionSample, prior: BetaPrior): Posterior {
  const a = prior.alpha + conversions;
  const b = prior.beta + users - conversions;
  const mean = a / (a + b);
  const deviation = Math.sqrt((mean * (1 - mean)) / (a + b + 1));
  const cumulative = (x: number) => incompleteBeta(x, a, b);
  return {
    mean,
    density: (x) => betaDensity(x, a, b),
    cumulative,
    low: endOf(cumulative, mean, -deviation),
    high: endOf((x) => incompleteBeta(1 - x, b, a), mean, deviation),
  };
}

/** Posterior of a mean, by the central limit theorem and a flat prior. Gelman et al., section 4.1. */
function normalPosterior(mean: number, deviation: number): Posterior {
  return {
    mean,
    density: (x) => normalDensity((x - mean) / deviation) / deviation,
    cumulative: (x) => normalCdf((x - mean) / deviation),
    low: mean - NORMAL_REACH * deviation,
    high: mean + NORMAL_REACH * deviation,
  };
}

/** Posterior after `sample`; `undefined` for a mean with fewer than two users or without variance. */
export function posteriorOf(sample: Sample, prior: BetaPrior): Posterior | undefined {
  if (isProportion(sample)) return betaPosterior(sample, prior);
  const moments = momentsOf(sample);
  if (!moments || moments.meanVariance === 0) return undefined;
  return normalPosterior(moments.mean, Math.sqrt(moments.meanVariance));
}
