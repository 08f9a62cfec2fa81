import fc from "fast-check";
import { expect, test } from "vitest";
import { frequentist } from "./frequentist.ts";
import type { Sample } from "./sample.ts";
import { meanOf, samplePair } from "./testing/arbitraries.ts";

const ALPHA = 0.05;

function tested(baseline: Sample, challenger: Sample, alpha = ALPHA) {
  const result = frequentist(baseline, challenger, alpha);
  if (!result) throw new Error("The test has no result.");
  return result;
}

test("agrees with the interval of R's prop.test(…, correct = FALSE)", () => {
  // influentialpoints.com/notes/n9rmf3.htm. R's p-value, 0.0135, is from the pooled test, which its interval does not
  // invert.
  const { pValue, difference } = tested({ users: 128, conversions: 39 }, { users: 214, conversions: 94 });
  expect(pValue).toBeCloseTo(0.0111, 4);
  expect(difference.low).toBeCloseTo(0.03074072, 8);
  expect(difference.high).toBeCloseTo(0.23838896, 8);
});

test("agrees with R's t.test(extra ~ group, data = sleep)", () => {
  const first = meanOf([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]);
  const second = meanOf([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]);
  const { pValue, difference } = tested(second, first);
  expect(pValue).toBeCloseTo(0.07939, 5);
  expect(difference.value).toBeCloseTo(0.75 - 2.33, 10);
  expect(difference.low).toBeCloseTo(-3.3654832, 7);
  expect(difference.high).toBeCloseTo(0.2054832, 7);
});

test("returns a p-value of 1 for equal samples", () => {
  fc.assert(
    fc.property(samplePair, ([sample]) => {
      const { pValue, difference, lift } = tested(sample, sample);
      expect([pValue, difference.value, lift?.value ?? 0]).toEqual([1, 0, 0]);
    }),
  );
});

test("is symmetric", () => {
  fc.assert(
    fc.property(samplePair, ([one, other]) => {
      const [forth, back] = [tested(one, other), tested(other, one)];
      expect(forth.pValue).toBeCloseTo(back.pValue, 12);
      expect(forth.difference.low).toBeCloseTo(-back.difference.high, 9);
    }),
  );
});

test("widens intervals for smaller alpha without changing the p-value", () => {
  fc.assert(
    fc.property(samplePair, fc.double({ min: 0.001, max: 0.5, noNaN: true }), ([one, other], alpha) => {
      const [wide, narrow] = [tested(one, other, alpha / 2), tested(one, other, alpha)];
      expect(wide.difference.low).toBeLessThan(narrow.difference.low);
      expect(wide.difference.high).toBeGreaterThan(narrow.difference.high);
      expect(wide.pValue).toBe(narrow.pValue);
    }),
  );
});

test.each<[string, Sample, Sample]>([
  ["nobody was seen", { users: 0, conversions: 0 }, { users: 0, conversions: 0 }],
  ["nobody converted", { users: 90, conversions: 0 }, { users: 80, conversions: 0 }],
  ["one user has no spread", { users: 1, sum: 2, sumOfSquares: 4 }, { users: 1, sum: 3, sumOfSquares: 9 }],
  [
    "all values are equal",
    { users: 3, sum: 0.3, sumOfSquares: 0.03 },
    { users: 3, sum: 0.3, sumOfSquares: 0.03 },
  ],
])("returns undefined if %s", (_, one, other) => expect(frequentist(one, other, ALPHA)).toBeUndefined());

test("returns no lift for a baseline of 0", () => {
  const { lift, pValue } = tested({ users: 900, conversions: 0 }, { users: 900, conversions: 9 });
  expect(lift).toBeNull();
  expect(pValue).toBeLessThan(0.01);
});
