import fc from "fast-check";
import { expect, test } from "vitest";
import {
  includesFeature,
  PLAN_FEATURES,
  PLAN_TIERS,
  PLANS,
  type Plan,
  planForScore,
  UNLIMITED_FEATURES,
  yearlySaving,
} from "./plans.ts";
import { ADD_ON_IDS, ADD_ONS } from "./seats.ts";

test("prices and score ranges match the specification", () => {
  const rows = PLAN_TIERS.map((tier) => {
    const { pricing, minScore, maxScore } = PLANS[tier];
    return [
      tier,
      pricing.monthly.price,
      pricing.yearly.price,
      pricing.monthly.perMonth,
      pricing.yearly.perMonth,
      minScore,
      maxScore,
    ];
  });
  expect(rows).toEqual([
    ["free", 0, 0, 0, 0, 1, 4],
    ["unlimited", 10, 84, 10, 7, 4.1, 6],
    ["business", 19, 144, 19, 12, 6.1, 9],
    ["enterprise", null, null, null, null, 9.1, 13],
  ]);
});

test("the yearly price is twelve times its price per month", () => {
  for (const tier of PLAN_TIERS) {
    const { price, perMonth } = PLANS[tier].pricing.yearly;
    expect(price).toBe(perMonth === null ? null : perMonth * 12);
  }
});

test("add-ons cost what the specification says, and every plan can add Brain", () => {
  expect(ADD_ON_IDS.map((id) => ADD_ONS[id].perMonth)).toEqual([9, 6]);
  expect(ADD_ONS.brain.eligiblePlans).toEqual(PLAN_TIERS);
  expect(ADD_ONS.aiNotetaker.eligiblePlans).toEqual(["unlimited", "business", "enterprise"]);
});

test("Unlimited has fourteen features, and no feature belongs to two plans", () => {
  expect(UNLIMITED_FEATURES).toHaveLength(14);
  const all = PLAN_TIERS.flatMap((tier) => PLAN_FEATURES[tier]);
  expect(new Set(all).size).toBe(all.length);
});

test("a plan includes its own features and those of smaller plans, but not those of larger ones", () => {
  expect(includesFeature("free", "boards")).toBe(true);
  expect(includesFeature("free", "ganttCharts")).toBe(false);
  expect(includesFeature("business", "ganttCharts")).toBe(true);
  expect(includesFeature("business", "auditLog")).toBe(false);
  expect(includesFeature("enterprise", "boards")).toBe(true);
});

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
])("score %d leads to the %s plan", (score, tier) => {
  expect(planForScore(score)).toEqual({ kind: "plan", tier });
});

test.each([0, 0.9, 13.1, -4, Number.NaN, Number.POSITIVE_INFINITY])("score %d is out of range", (score) => {
  expect(planForScore(score)).toEqual({ kind: "out-of-range", score, min: 1, max: 13 });
});

test("every score from 1 to 13 leads to a plan, and a higher score never leads to a smaller one", () => {
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

test("adjacent score ranges are a tenth apart", () => {
  for (const [index, tier] of PLAN_TIERS.slice(1).entries()) {
    const before = PLAN_TIERS[index] ?? "free";
    expect(PLANS[tier].minScore - PLANS[before].maxScore).toBeCloseTo(0.1);
  }
});

test("calculates the yearly saving from the prices", () => {
  expect(yearlySaving(PLANS.unlimited)).toEqual({ amount: 36, percent: 30 });
  expect(yearlySaving(PLANS.business)).toEqual({ amount: 84, percent: 36 });
});

test("a free plan and a plan priced by quote have no saving", () => {
  expect(yearlySaving(PLANS.free)).toBeNull();
  expect(yearlySaving(PLANS.enterprise)).toBeNull();
});

test("the percentage never exceeds the exact saving and is less than one percentage point below it", () => {
  const amount = fc.integer({ min: 1, max: 5000 });
  fc.assert(
    fc.property(amount, amount, (perMonth, perYear) => {
      const plan: Plan = {
        ...PLANS.unlimited,
        pricing: {
          monthly: { price: perMonth, perMonth, perUserGroup: true },
          yearly: { price: perYear, perMonth: perYear / 12, perUserGroup: true },
        },
      };
      const saving = yearlySaving(plan);
      if (perYear >= perMonth * 12) {
        expect(saving).toBeNull();
        return;
      }
      const exact = (1 - perYear / (perMonth * 12)) * 100;
      expect(saving?.percent).toBeLessThanOrEqual(exact + 1e-9);
      expect(saving?.percent).toBeGreaterThan(exact - 1 - 1e-9);
    }),
  );
});
