import fc from "fast-check";
import type { MeanSample, ProportionSample } from "../sample.ts";

/** The sample of the given values, one per user. */
export function meanOf(values: readonly number[]): MeanSample {
  const sum = values.reduce((total, value) => total + value, 0);
  const sumOfSquares = values.reduce((total, value) => total + value * value, 0);
  return { users: values.length, sum, sumOfSquares };
}

/** A proportion that is neither 0 nor 1. */
export const proportion: fc.Arbitrary<ProportionSample> = fc
  .tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 50_000 }))
  .map(([conversions, unconverted]) => ({ users: conversions + unconverted, conversions }));

/** A mean above 0 with some variance, from at least three users. */
const mean: fc.Arbitrary<MeanSample> = fc
  .array(fc.integer({ min: 0, max: 500 }), { minLength: 3, maxLength: 60 })
  .filter((values) => new Set(values).size > 1)
  .map(meanOf);

/** Two samples of the same kind. */
export const samplePair = fc.oneof(fc.tuple(proportion, proportion), fc.tuple(mean, mean));
