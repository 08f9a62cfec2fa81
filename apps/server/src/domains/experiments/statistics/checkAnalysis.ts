import type { Analysis } from "./analyse.types.ts";
import { isProportion, type Sample } from "./sample.ts";

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Sums are floating-point numbers from the database, so relative deviations below this are not errors. */
const ROUNDING = 1e-9;

function sampleError(sample: Sample): string | undefined {
  if (!isCount(sample.users)) return "users must be a whole number, 0 or more";
  if (isProportion(sample)) {
    const fits = isCount(sample.conversions) && sample.conversions <= sample.users;
    return fits
      ? undefined
      : "conversions must be a whole number between 0 and users: count users, not events";
  }
  const { users, sum, sumOfSquares } = sample;
  if (!Number.isFinite(sum) || !Number.isFinite(sumOfSquares)) return "sum and sumOfSquares must be numbers";
  const fits = sumOfSquares * users * (1 + ROUNDING) >= sum * sum;
  return fits ? undefined : "sumOfSquares is too small for this sum: sum the squares of each user's value";
}

/** Why the samples of one metric do not match the variations or each other; undefined if they do. */
function samplesError(samples: readonly Sample[], variants: number): string | undefined {
  if (samples.length !== variants) return `there must be one sample for each of the ${variants} variants`;
  const [first] = samples;
  if (first && samples.some((sample) => isProportion(sample) !== isProportion(first))) {
    return "either all variants or none have conversions";
  }
  return samples.map(sampleError).find((fault) => fault !== undefined);
}

function validationError({ variants, weights, guardrails = [] }: Analysis): string | undefined {
  if (variants.length < 2) return "variants: there must be a baseline and at least one other variant";
  if (new Set(variants.map(({ key }) => key)).size < variants.length) return "variants: keys must be unique";
  if (weights.length !== variants.length || !weights.every((weight) => weight > 0 && weight < Infinity)) {
    return "weights: there must be one above 0 for each variant";
  }
  const named = [{ key: "variants", samples: variants }, ...guardrails];
  const faults = named.map(({ key, samples }) => [key, samplesError(samples, variants.length)] as const);
  const firstFault = faults.find(([, fault]) => fault !== undefined);
  return firstFault && `${firstFault[0]}: ${firstFault[1]}`;
}

function settingsError({ settings = {}, daysRun }: Analysis): string | undefined {
  const { alpha = 0.05, power = 0.8, minimumEffect = 0.05, tuning = 1, prior } = settings;
  if (!(alpha > 0 && alpha < 1)) return "alpha must be between 0 and 1, such as 0.05";
  if (!(power > 0 && power < 1)) return "power must be between 0 and 1, such as 0.8";
  if (!(minimumEffect > 0)) return "minimumEffect must be above 0; 0.05 is a lift of 5 %";
  if (!(tuning > 0)) return "tuning must be a number of users above 0";
  if (prior && !(prior.alpha >= 1 && prior.beta >= 1)) return "prior: alpha and beta must be 1 or more";
  return daysRun >= 0 ? undefined : "daysRun must be 0 or more";
}

/** @throws {RangeError} that explains what is invalid and how to fix it. */
export function checkAnalysis(analysis: Analysis): void {
  const fault = validationError(analysis) ?? settingsError(analysis);
  if (fault) throw new RangeError(`Invalid analysis input: ${fault}.`);
}
