import { expect, test } from "vitest";
import { ADD_ON_IDS, ADD_ONS } from "./addOns.ts";
import { includesFeature, PLAN_FEATURES, UNLIMITED_FEATURES } from "./features.ts";
import { PLAN_TIERS, PLANS } from "./plans.ts";

test("prices and score ranges are the specification's", () => {
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

test("a year's price is twelve times its price per month", () => {
  for (const tier of PLAN_TIERS) {
    const { price, perMonth } = PLANS[tier].pricing.yearly;
    expect(price).toBe(perMonth === null ? null : perMonth * 12);
  }
});

test("add-ons cost what the specification says, and Brain goes with every plan", () => {
  expect(ADD_ON_IDS.map((id) => ADD_ONS[id].perMonth)).toEqual([9, 6]);
  expect(ADD_ONS.brain.eligiblePlans).toEqual(PLAN_TIERS);
  expect(ADD_ONS.aiNotetaker.eligiblePlans).toEqual(["unlimited", "business", "enterprise"]);
});

test("Unlimited has fourteen features, and no feature belongs to two plans", () => {
  expect(UNLIMITED_FEATURES).toHaveLength(14);
  const all = PLAN_TIERS.flatMap((tier) => PLAN_FEATURES[tier]);
  expect(new Set(all).size).toBe(all.length);
});

test("a plan has its own features and those of smaller plans, not of larger ones", () => {
  expect(includesFeature("free", "boards")).toBe(true);
  expect(includesFeature("free", "ganttCharts")).toBe(false);
  expect(includesFeature("business", "ganttCharts")).toBe(true);
  expect(includesFeature("business", "auditLog")).toBe(false);
  expect(includesFeature("enterprise", "boards")).toBe(true);
});
