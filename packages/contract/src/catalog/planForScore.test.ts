import fc from "fast-check";
import { expect, test } from "vitest";
import { planForScore } from "./planForScore.ts";
import { PLAN_TIERS, PLANS } from "./plans.ts";

test.each([
  [1, "free"],
  [4, "free"],
  [4.04, "free"],
  [4.05, "unlimited"],
  [4.1, "unlimited"],
  [6, "unlimited"],
  [6.1, "business"],
  [9, "business"],
  [9.1, "enterprise"],
  [13, "enterprise"],
])("%d leads to %s", (score, tier) => {
  expect(planForScore(score)).toEqual({ kind: "plan", tier });
});

test.each([0, 0.9, 13.1, -4, Number.NaN, Number.POSITIVE_INFINITY])("%d is outside", (score) => {
  expect(planForScore(score)).toEqual({ kind: "out-of-range", score, min: 1, max: 13 });
});

test("every score from 1 to 13 leads to a plan, and a higher score never to a smaller one", () => {
  const score = fc.double({ min: 1, max: 13, noNaN: true });
  fc.assert(
    fc.property(score, score, (one, other) => {
      const rank = (value: number) => {
        const found = planForScore(value);
        return found.kind === "plan" ? PLAN_TIERS.indexOf(found.tier) : -1;
      };
      const [low, high] = [rank(Math.min(one, other)), rank(Math.max(one, other))];
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeGreaterThanOrEqual(low);
    }),
  );
});

test("the ranges follow one another a tenth apart", () => {
  for (const [index, tier] of PLAN_TIERS.slice(1).entries()) {
    const before = PLAN_TIERS[index] ?? "free";
    expect(PLANS[tier].minScore - PLANS[before].maxScore).toBeCloseTo(0.1);
  }
});
