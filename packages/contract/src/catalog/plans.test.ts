import fc from "fast-check";
import { expect, test } from "vitest";
import { CATALOG } from "../testing/catalog.ts";
import {
  ADD_ON_IDS,
  PLAN_FEATURES,
  PLAN_TIERS,
  type Plan,
  pricesProblem,
  withPricesPerMonth,
} from "./catalog.ts";
import { includesFeature, planForScore, yearlySaving } from "./plans.ts";

const { plans, addOns } = CATALOG;

test("prices and score ranges match the specification", () => {
  const rows = PLAN_TIERS.map((tier) => {
    const { pricing, minScore, maxScore } = plans[tier];
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
    const { price, perMonth } = plans[tier].pricing.yearly;
    expect(price).toBe(perMonth === null ? null : perMonth * 12);
  }
});

test("add-on prices match the specification, and every plan can add Brain", () => {
  expect(ADD_ON_IDS.map((id) => addOns[id].perMonth)).toEqual([9, 6]);
  expect(addOns.brain.eligiblePlans).toEqual(PLAN_TIERS);
  expect(addOns.aiNotetaker.eligiblePlans).toEqual(["unlimited", "business", "enterprise"]);
});

test("Unlimited has fourteen features, and each feature belongs to one plan", () => {
  expect(plans.unlimited.features).toHaveLength(14);
  const all = PLAN_TIERS.flatMap((tier) => plans[tier].features);
  expect(all).toEqual([...PLAN_FEATURES]);
});

test("a plan includes its own features and those of smaller plans, but not those of larger ones", () => {
  expect(includesFeature(CATALOG, "free", "boards")).toBe(true);
  expect(includesFeature(CATALOG, "free", "ganttCharts")).toBe(false);
  expect(includesFeature(CATALOG, "business", "ganttCharts")).toBe(true);
  expect(includesFeature(CATALOG, "business", "auditLog")).toBe(false);
  expect(includesFeature(CATALOG, "enterprise", "boards")).toBe(true);
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
  expect(planForScore(CATALOG, score)).toEqual({ kind: "plan", tier });
});

test.each([0, 0.9, 13.1, -4, Number.NaN, Number.POSITIVE_INFINITY])("score %d is out of range", (score) => {
  expect(planForScore(CATALOG, score)).toEqual({ kind: "out-of-range", score, min: 1, max: 13 });
});

test("every score from 1 to 13 leads to a plan, and a higher score never leads to a smaller one", () => {
  const score = fc.double({ min: 1, max: 13, noNaN: true });
  fc.assert(
    fc.property(score, score, (one, other) => {
      const rank = (value: number) => {
        const plan = planForScore(CATALOG, value);
        return plan.kind === "plan" ? PLAN_TIERS.indexOf(plan.tier) : -1;
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
    expect(plans[tier].minScore - plans[before].maxScore).toBeCloseTo(0.1);
  }
});

test("calculates the yearly saving from the prices", () => {
  expect(yearlySaving(plans.unlimited)).toEqual({ amount: 36, percent: 30 });
  expect(yearlySaving(plans.business)).toEqual({ amount: 84, percent: 36 });
});

test("a free plan and a plan priced by quote have no saving", () => {
  expect(yearlySaving(plans.free)).toBeNull();
  expect(yearlySaving(plans.enterprise)).toBeNull();
});

test("the percentage never exceeds the exact saving and is less than one percentage point below it", () => {
  const amount = fc.integer({ min: 1, max: 5000 });
  fc.assert(
    fc.property(amount, amount, (perMonth, perYear) => {
      const plan: Plan = {
        ...plans.unlimited,
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

test("editors change the billed price; the price per month and the saving follow from it", () => {
  const { business } = plans;
  const changed = {
    ...business,
    pricing: { ...business.pricing, yearly: { ...business.pricing.yearly, price: 168 } },
  };
  const catalog = { ...CATALOG, plans: { ...plans, business: changed } };
  expect(pricesProblem(catalog)).toMatchObject({
    tokens: ["plans", "business", "pricing", "yearly", "perMonth"],
  });
  const computed = withPricesPerMonth(catalog);
  expect(pricesProblem(computed)).toBeNull();
  expect(computed.plans.business.pricing.yearly.perMonth).toBe(14);
  expect(yearlySaving(computed.plans.business)).toEqual({ amount: 60, percent: 26 });
  expect(withPricesPerMonth(CATALOG)).toEqual(CATALOG);
});
