import { createRandom, type Random } from "../../../seed/random.ts";
import type { HourlyCounts } from "../seasonalRange.ts";

/** Hours of the simulated time: fifteen weeks of history, and the examined year. */
export const YEAR_BEGINS = 15 * 7 * 24;
export const YEAR_ENDS = YEAR_BEGINS + 364 * 24;

interface SimulatedSite {
  seed: number;
  /** Mean count per day at the beginning. */
  perDay: number;
  /** For a rate: the share of the count. */
  rate?: number;
}

/**
 * Growth in a year, and the variation of days and hours beyond chance, as standard deviations of logarithms.
 */
const GROWTH = 0.5;
const DAY_NOISE = 0.05;
const HOUR_NOISE = 0.08;
const WEEKDAYS = [1.15, 1.2, 1.2, 1.1, 0.95, 0.65, 0.75];

/** Hourly counts of a site without real changes: weekly and daily seasons, growth, and more noise than pure chance. */
export function simulateYear({ seed, perDay, rate }: SimulatedSite): HourlyCounts {
  const random = createRandom(seed);
  const values: number[] = [];
  const of: number[] = [];
  let day = 1;
  for (let hour = 0; hour < YEAR_ENDS; hour += 1) {
    if (hour % 24 === 0) day = Math.exp(DAY_NOISE * normal(random));
    const number = Math.floor(hour / 24);
    const weekday = WEEKDAYS[number % 7] ?? 1;
    const timeOfDay = 1 + 0.8 * Math.sin(((hour % 24) - 8) * (Math.PI / 12));
    const growth = (1 + GROWTH) ** (number / 365);
    const mean = ((perDay * growth) / 24) * weekday * timeOfDay * day * Math.exp(HOUR_NOISE * normal(random));
    const count = poisson(mean, random);
    of.push(count);
    values.push(rate === undefined ? count : binomial(count, rate, random));
  }
  return rate === undefined ? { values } : { values, of };
}

/** The same site with a share of the counts lost from an hour on. */
export function withDrop({ values, of }: HourlyCounts, from: number, share: number): HourlyCounts {
  const random = createRandom(from);
  const dropped = values.map((value, hour) => (hour < from ? value : binomial(value, 1 - share, random)));
  return of ? { values: dropped, of } : { values: dropped };
}

/** A normally distributed number, by the Box–Muller method. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

/** A Poisson-distributed number, by Knuth's method; for large means by the normal approximation. */
function poisson(mean: number, random: Random): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count += 1;
  return count;
}

function binomial(count: number, share: number, random: Random): number {
  let successes = 0;
  for (let index = 0; index < count; index += 1) if (random.chance(share)) successes += 1;
  return successes;
}
