import fc from "fast-check";
import { expect, test } from "vitest";
import { adjustPValues } from "./adjustPValues.ts";

test("agrees with the published example of stdlib's padjust", () => {
  // stdlib.io, @stdlib/stats/padjust: bh.
  const wanted = [0.04, 0.075, 0.205, 0.6, 0.25];
  adjustPValues([0.008, 0.03, 0.123, 0.6, 0.2]).forEach((value, index) => {
    expect(value).toBeCloseTo(wanted[index] ?? Number.NaN, 12);
  });
});

test("rejects the same hypotheses as the paper's example", () => {
  // Benjamini and Hochberg (1995), section 4.1: the first 4 of 15 hypotheses about thrombolysis, at q = 0.05.
  const pValues = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
    0.759, 1,
  ];
  const rejected = adjustPValues(pValues).filter((value) => value <= 0.05);
  expect(rejected).toHaveLength(4);
});

test("never decreases a p-value, keeps their order, and does not change a single one", () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(chance, { maxLength: 20 }), chance, (pValues, only) => {
      const adjusted = adjustPValues(pValues);
      adjusted.forEach((value, index) => {
        expect(value).toBeGreaterThanOrEqual(pValues[index] ?? 0);
        expect(value).toBeLessThanOrEqual(1);
        pValues.forEach((other, at) => {
          if (other > (pValues[index] ?? 0)) expect(adjusted[at]).toBeGreaterThanOrEqual(value);
        });
      });
      expect(adjustPValues([only])).toEqual([only]);
    }),
  );
});
