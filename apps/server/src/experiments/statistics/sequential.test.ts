import fc from "fast-check";
import { expect, test } from "vitest";
import { frequentist } from "./frequentist.ts";
import type { Sample } from "./sample.ts";
import { DEFAULT_TUNING, sequential, sequentialCritical } from "./sequential.ts";
import { samplePair } from "./testing/arbitraries.ts";

const SETTINGS = { alpha: 0.05, tuning: DEFAULT_TUNING };

function tested(baseline: Sample, challenger: Sample, settings = SETTINGS) {
  const result = sequential(baseline, challenger, settings);
  if (!result) throw new Error("The test has no result.");
  return result;
}

// GrowthBook's gbstats, tests/frequentist/test_tests.py, TestSequentialTTest, to five digits.

test("matches GrowthBook's interval of a mean", () => {
  const baseline = { users: 3000, sum: 1396.87, sumOfSquares: 52_377.9767 };
  const challenger = { users: 3461, sum: 2422.7, sumOfSquares: 134_698.29 };
  const { lift, pValue } = tested(baseline, challenger, { alpha: 0.05, tuning: 1000 });
  expect(lift?.value).toBeCloseTo(0.50336, 5);
  expect(lift?.low).toBeCloseTo(-0.55844, 5);
  expect(lift?.high).toBeCloseTo(1.56516, 5);
  expect(pValue).toBe(1);
});

test("matches GrowthBook's interval of a proportion", () => {
  const { lift, pValue } = tested({ users: 3000, conversions: 1396 }, { users: 3461, conversions: 2422 });
  expect(lift?.value).toBeCloseTo(0.50386, 5);
  expect(lift?.low).toBeCloseTo(0.40098, 5);
  expect(lift?.high).toBeCloseTo(0.60675, 5);
  expect(pValue).toBeCloseTo(0, 5);
});

test("excludes 0 from the interval exactly if the p-value is below alpha", () => {
  fc.assert(
    fc.property(samplePair, ([one, other]) => {
      const { pValue, difference } = tested(one, other);
      expect(difference.low > 0 || difference.high < 0).toBe(pValue < SETTINGS.alpha);
    }),
  );
});

test("is wider than the fixed-horizon interval, and symmetric", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 10_000_000 }), (users) => {
      expect(sequentialCritical(users, SETTINGS)).toBeGreaterThan(1.96);
    }),
  );
  fc.assert(
    fc.property(samplePair, ([one, other]) => {
      const [forth, back] = [tested(one, other), tested(other, one)];
      expect(forth.pValue).toBe(back.pValue);
      expect(forth.difference.low).toBeCloseTo(-back.difference.high, 9);
      const { pValue } = frequentist(one, one, SETTINGS.alpha) ?? {};
      expect(tested(one, one).pValue).toBe(pValue);
    }),
  );
});

test("is tighter than other tunings at the number of users it is tuned for", () => {
  const tuned = sequentialCritical(20_000, { alpha: 0.05, tuning: 20_000 });
  for (const tuning of [500, 5000, 80_000, 1_000_000]) {
    expect(sequentialCritical(20_000, { alpha: 0.05, tuning })).toBeGreaterThan(tuned);
  }
});

test("returns undefined without variance", () => {
  expect(sequential({ users: 9, conversions: 0 }, { users: 9, conversions: 0 }, SETTINGS)).toBeUndefined();
});
