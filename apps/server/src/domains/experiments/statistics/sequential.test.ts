import fc from "fast-check";
import { expect, test } from "vitest";
import { frequentist } from "./frequentist.ts";
import { momentsOf, type Sample } from "./sample.ts";
import { DEFAULT_TUNING, sequential, sequentialCritical } from "./sequential.ts";
import { samplePair } from "./testing/arbitraries.ts";

const SETTINGS = { alpha: 0.05, tuning: DEFAULT_TUNING };

function tested(baseline: Sample, challenger: Sample, settings = SETTINGS) {
  const result = sequential(baseline, challenger, settings);
  if (!result) throw new Error("The test has no result.");
  return result;
}

/** Half-width of an interval in standard errors of the lift by the delta method, which GrowthBook uses. */
function halfWidthByDelta(baseline: Sample, challenger: Sample, [low, high]: readonly [number, number]) {
  const [before, after] = [momentsOf(baseline), momentsOf(challenger)];
  if (!before || !after) throw new Error("A sample is empty.");
  const variance = after.meanVariance + (after.mean / before.mean) ** 2 * before.meanVariance;
  return ((high - low) / 2) * (before.mean / Math.sqrt(variance));
}

// Intervals from GrowthBook's gbstats, tests/frequentist/test_tests.py, TestSequentialTTest, to five digits.
test.each<[string, Sample, Sample, readonly [number, number], number]>([
  [
    "a mean",
    { users: 3000, sum: 1396.87, sumOfSquares: 52_377.9767 },
    { users: 3461, sum: 2422.7, sumOfSquares: 134_698.29 },
    [-0.55844, 1.56516],
    1000,
  ],
  [
    "a proportion",
    { users: 3000, conversions: 1396 },
    { users: 3461, conversions: 2422 },
    [0.40098, 0.60675],
    DEFAULT_TUNING,
  ],
])("matches GrowthBook's boundary for %s", (_, baseline, challenger, ends, tuning) => {
  const critical = sequentialCritical(baseline.users + challenger.users, { alpha: 0.05, tuning });
  expect(halfWidthByDelta(baseline, challenger, ends)).toBeCloseTo(critical, 3);
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
