import fc from "fast-check";
import { expect, test } from "vitest";
import { contrastOf, type TestResult, testResult } from "./contrast.ts";
import { frequentist } from "./frequentist.ts";
import { type MeanSample, momentsOf, type ProportionSample, type Sample } from "./sample.ts";
import { sequential } from "./sequential.ts";
import { meanOf } from "./testing/arbitraries.ts";

const TESTS = {
  "fixed-horizon": (one: Sample, other: Sample, alpha: number) => frequentist(one, other, alpha),
  sequential: (one: Sample, other: Sample, alpha: number) => sequential(one, other, { alpha, tuning: 5000 }),
};

/** Evenly spread numbers. `fc.double` spreads over representations, so nearly all of its numbers are close to 0. */
const spread = (low: number, high: number) =>
  fc.integer({ min: 0, max: 10_000 }).map((step) => low + ((high - low) * step) / 10_000);

/** Any rate, including 0 and 1. */
const rate: fc.Arbitrary<ProportionSample> = fc
  .tuple(fc.integer({ min: 1, max: 20_000 }), spread(0, 1))
  .map(([users, share]) => ({ users, conversions: Math.round(users * share) }));

/** Rates near each other, so that tests come out both ways. */
const nearRates = fc
  .tuple(rate, spread(0.3, 3))
  .map(([one, factor]): [Sample, Sample] => [
    one,
    { users: one.users, conversions: Math.min(one.users, Math.round(one.conversions * factor)) },
  ]);

/** Counts, and values that may be negative, as few as two users have. */
const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), spread(-9, 90)), {
  minLength: 2,
  maxLength: 40,
});
const mean: fc.Arbitrary<MeanSample> = values.map(meanOf);
const nearMeans = fc
  .tuple(values, spread(-2, 20))
  .map(([one, shift]): [Sample, Sample] => [meanOf(one), meanOf(one.map((value) => value + shift))]);

const anyPair = fc.oneof(
  nearRates,
  nearMeans,
  fc.tuple(rate, rate) as fc.Arbitrary<[Sample, Sample]>,
  fc.tuple(mean, mean) as fc.Arbitrary<[Sample, Sample]>,
);
const anyAlpha = fc.constantFrom(0.001, 0.01, 0.05, 0.2);

const excludesZero = ({ low, high }: { low: number; high: number }) => low > 0 || high < 0;

test.each(["fixed-horizon", "sequential"] as const)(
  "the p-value, the difference and the lift of the %s test always agree",
  (kind) => {
    const seen = { significant: 0, open: 0, withoutLift: 0 };
    fc.assert(
      fc.property(anyPair, anyAlpha, ([baseline, challenger], alpha) => {
        const result = TESTS[kind](baseline, challenger, alpha);
        // Ignore results at the very edge, where rounding decides.
        if (!result || Math.abs(result.pValue - alpha) < 1e-9) return;
        const isSignificant = result.pValue < alpha;
        expect(excludesZero(result.difference)).toBe(isSignificant);
        if (result.lift) expect(excludesZero(result.lift)).toBe(isSignificant);
        seen[isSignificant ? "significant" : "open"] += 1;
        seen.withoutLift += Number(result.lift === null);
      }),
      { numRuns: 2000 },
    );
    // Otherwise, the property could hold for lack of cases.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(300);
  },
);

test("agrees in a case in which a delta-method interval contradicted the test", () => {
  const result = sequential({ users: 400, conversions: 24 }, { users: 400, conversions: 59 }, SETTINGS);
  expect(result?.pValue).toBeLessThan(0.05);
  expect(result?.lift?.low).toBeGreaterThan(0);
  expect(result?.lift?.value).toBeCloseTo(59 / 24 - 1, 12);
});

const SETTINGS = { alpha: 0.05, tuning: 5000 };

test("the ends of the lift's interval are where the test of that lift changes", () => {
  // The p-value of R's adjustedCurves:::fieller_p_val for a ratio, at the ratios that the interval ends with.
  fc.assert(
    fc.property(anyPair, spread(0.5, 6), ([baseline, challenger], critical) => {
      const contrast = contrastOf(baseline, challenger);
      const { lift } = contrast ? testResult(contrast, 1, critical) : noResult();
      const [before, after] = [momentsOf(baseline), momentsOf(challenger)];
      if (!lift || !before || !after) return;
      expect(lift.low).toBeLessThanOrEqual(lift.value);
      expect(lift.high).toBeGreaterThanOrEqual(lift.value);
      for (const ratio of [lift.low + 1, lift.high + 1]) {
        const deviation = Math.sqrt(after.meanVariance + ratio ** 2 * before.meanVariance);
        expect(Math.abs(after.mean - ratio * before.mean) / deviation / critical).toBeCloseTo(1, 5);
      }
    }),
  );
});

const noResult = (): Pick<TestResult, "lift"> => ({ lift: null });

test("approaches the delta method's interval for a precisely known baseline", () => {
  // GrowthBook's gbstats, test_two_sided_ttest: -0.03526 to 1.44989, from so few values that the methods still differ.
  const sampleOf = (users: number, mean: number, deviation: number) => ({
    users,
    sum: users * mean,
    sumOfSquares: (users - 1) * deviation ** 2 + users * mean ** 2,
  });
  const near = frequentist(sampleOf(3407e4, 0.41, 3.9), sampleOf(3461e4, 0.7, 6.2), 0.05)?.lift;
  const reach = (1.44989 - 0.70732) / 100;
  expect(near?.low).toBeCloseTo(0.70732 - reach, 3);
  expect(near?.high).toBeCloseTo(0.70732 + reach, 3);
});

test.each<[string, Sample, Sample]>([
  ["nobody converts in the baseline", { users: 900, conversions: 0 }, { users: 900, conversions: 9 }],
  ["nobody converts in the challenger", { users: 900, conversions: 50 }, { users: 900, conversions: 0 }],
  ["the baseline may be 0", meanOf([-5, 9, -4, 8]), meanOf([10, 11, 9, 10])],
  ["the baseline is below 0", meanOf([-5, -6, -7]), meanOf([1, 2, 3])],
])("has a difference and a p-value, but no lift, if %s", (_, baseline, challenger) => {
  const result = frequentist(baseline, challenger, 0.05);
  expect(result?.lift).toBeNull();
  expect(result && excludesZero(result.difference)).toBe((result?.pValue ?? 1) < 0.05);
});
