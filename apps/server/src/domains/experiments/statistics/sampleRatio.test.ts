import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleRatio } from "./sampleRatio.ts";

test("agrees with the published p-value of 600 and 400 users", () => {
  // Wikipedia, "Sample ratio mismatch": 2.54 × 10⁻¹⁰.
  const { pValue, isMismatch } = sampleRatio([600, 400], [1, 1]);
  expect(pValue * 1e10).toBeCloseTo(2.54, 2);
  expect(isMismatch).toBe(true);
});

test("agrees with the published p-value of 44,000 and 45,000 users", () => {
  // srm.osc.garden: 0.0008.
  const { pValue, isMismatch } = sampleRatio([44_000, 45_000], [0.5, 0.5]);
  expect(pValue).toBeCloseTo(0.0008, 4);
  expect(isMismatch).toBe(true);
});

test("finds no mismatch if the sizes match the weights or there are no users", () => {
  const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(weights, fc.integer({ min: 0, max: 1000 }), (shares, times) => {
      const users = shares.map((share) => share * times);
      const { pValue, isMismatch } = sampleRatio(users, shares);
      expect(pValue).toBeCloseTo(1, 4);
      expect(isMismatch).toBe(false);
    }),
  );
});

test("decreases the p-value as the sizes diverge", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), (apart) => {
      const pValueOf = (more: number) => sampleRatio([1000 + more, 1000 - more], [50, 50]).pValue;
      expect(pValueOf(apart + 1)).toBeLessThan(pValueOf(apart));
    }),
  );
});
