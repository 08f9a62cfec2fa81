import { betaDensity, incompleteBeta } from "../distributions/incompleteBeta.ts";
import { normalCdf, normalDensity } from "../distributions/normal.ts";
import { isProportion, momentsOf, type ProportionSample, type Sample } from "../sample.ts";

/** Beta(alpha, beta), what is believed of a rate before any data; both at least 1. Beta(1, 1) is "anything". */
export interface BetaPrior {
  readonly alpha: number;
  readonly beta: number;
}

/** What is believed of a variant's true mean after the data. */
export interface Posterior {
  readonly mean: number;
  readonly density: (x: number) => number;
  readonly cumulative: (x: number) => number;
  /** Outside of `low` … `high` lies less than 1e-13 of the belief. */
  readonly low: number;
  readonly high: number;
}

const NEGLIGIBLE = 1e-14;
/** Standard deviations beyond which a normal distribution is negligible. */
const NORMAL_REACH = 8;

/** A beta posterior's end: step by step from its mean until hardly any belief is left beyond. */
function endOf(tail: (x: number) => number, mean: number, step: number): number {
  let x = mean;
  while (x > 0 && x < 1 && tail(x) > NEGLIGIBLE) x += step;
  return Math.min(1, Math.max(0, x));
}

/** The conjugate posterior of a rate. A. Gelman et al., "Bayesian Data Analysis", 3rd edition (2013), section 2.4. */
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

/** The posterior of a mean by the central limit theorem and a flat prior: Gelman et al., section 4.1. */
function normalPosterior(mean: number, deviation: number): Posterior {
  return {
    mean,
    density: (x) => normalDensity((x - mean) / deviation) / deviation,
    cumulative: (x) => normalCdf((x - mean) / deviation),
    low: mean - NORMAL_REACH * deviation,
    high: mean + NORMAL_REACH * deviation,
  };
}

/** Belief after `sample`; `undefined` for a mean of fewer than two users or without spread, of which none follows. */
export function posteriorOf(sample: Sample, prior: BetaPrior): Posterior | undefined {
  if (isProportion(sample)) return betaPosterior(sample, prior);
  const moments = momentsOf(sample);
  if (!moments || moments.meanVariance === 0) return undefined;
  return normalPosterior(moments.mean, Math.sqrt(moments.meanVariance));
}
