import fc from "fast-check";
import { expect, test } from "vitest";
import { runningDays, sampleSize } from "./sampleSize.ts";

const PLAN = { minimumEffect: 0.05, alpha: 0.05, power: 0.8, tuning: 5000 };
const rateOf = (mean: number) => ({ mean, variance: mean * (1 - mean), isProportion: true });

test("agrees with R's power.prop.test(p1 = .50, p2 = .75, power = .90)", () => {
  // R's own example: n = 76.7.
  const size = sampleSize(rateOf(0.5), { ...PLAN, minimumEffect: 0.5, power: 0.9 });
  expect(size?.fixedHorizon).toBe(77);
});

test("agrees with Kohavi's examples, which round 15.7 to 16", () => {
  // Kohavi et al. (2009): a change of 5% in 5% buyers, and in revenue of $3.75 with a standard deviation of $30.
  const buyers = sampleSize(rateOf(0.05), PLAN)?.fixedHorizon ?? 0;
  expect(Math.abs(buyers / 121_600 - 1)).toBeLessThan(0.03);
  const revenue = sampleSize({ mean: 3.75, variance: 900, isProportion: false }, PLAN)?.fixedHorizon ?? 0;
  expect(revenue * (16 / 15.698)).toBeCloseTo(409_600, -3);
});

test("needs more users for a smaller effect, for more power and for sequential testing", () => {
  const share = fc.double({ min: 0.01, max: 0.4, noNaN: true });
  fc.assert(
    fc.property(share, share, (rate, minimumEffect) => {
      const sizeOf = (plan: object) => sampleSize(rateOf(rate), { ...PLAN, minimumEffect, ...plan });
      const { fixedHorizon, sequential } = sizeOf({}) ?? { fixedHorizon: Number.NaN, sequential: 0 };
      expect(sizeOf({ minimumEffect: minimumEffect / 2 })?.fixedHorizon).toBeGreaterThan(fixedHorizon);
      expect(sizeOf({ power: 0.95 })?.fixedHorizon).toBeGreaterThan(fixedHorizon);
      expect(sequential).toBeGreaterThan(fixedHorizon);
    }),
  );
});

test("returns undefined for a baseline of 0", () => expect(sampleSize(rateOf(0), PLAN)).toBeUndefined());

test("waits for the smallest variation", () => {
  expect(runningDays(1000, [50, 50], 100)).toBe(20);
  expect(runningDays(1000, [90, 10], 100)).toBe(100);
  expect(runningDays(1000, [1, 1], 0)).toBeNull();
});
