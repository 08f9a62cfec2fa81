import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Values with their relative frequency. */
export type Weighted<Value> = readonly (readonly [value: Value, weight: number])[];

/** Of texts: their weights by text. */
export function weighted(weights: Readonly<Record<string, number>>): Weighted<string> {
  return Object.entries(weights);
}

/** Random numbers that are the same for the same seed. */
export interface Random {
  /** A number from 0 to 1, exclusive. */
  next(): number;
  /** A whole number from `from` to `to`, inclusive. */
  between(from: number, to: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** @throws if there is nothing to pick from. */
  pick<Value>(choices: Weighted<Value>): Value;
  /** One of the values, all equally likely. @throws for an empty list. */
  oneOf<Value>(values: readonly Value[]): Value;
}

/** @param seeds the same numbers give the same sequence. */
export function createRandom(...seeds: readonly number[]): Random {
  const generator = xoroshiro128plus(seeds.reduce(mix, 17));
  // Numbers of similar seeds start out similar.
  for (let skipped = 0; skipped < 4; skipped += 1) uniformFloat64(generator);
  const next = () => uniformFloat64(generator);
  const oneOf = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(next() * values.length)];
    if (value === undefined) throw new Error("There is nothing to pick from.");
    return value;
  };
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    oneOf,
    pick(choices) {
      let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of choices) {
        rest -= weight;
        if (rest < 0) return value;
      }
      throw new Error("There is nothing to pick from.");
    },
  };
}

/** Combines two seeds into a 32-bit one (the multiplier is MurmurHash3's). */
function mix(sum: number, seed: number): number {
  return Math.imul(sum ^ Math.imul(seed, 0xcc9e2d51), 0x1b873593) ^ (sum >>> 15);
}
