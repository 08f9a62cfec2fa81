import { LONGEST_DAYS } from "@marquee/contract/schema";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimatePlan, type Traffic } from "./estimatePlan.ts";

/** A page with 5,000 visitors in 28 days, 4% of whom convert. */
const small: Traffic = { days: 28, visitors: 5000, sample: { users: 5000, conversions: 200 } };
const even = { coverage: 1, weights: [0.5, 0.5], minimumEffect: 0.05 };

describe("an estimate", () => {
  it("needs more visitors than a small page has in years, and suggests an effect that fits", () => {
    const { baseline, missing, plan, suggestion } = estimatePlan(small, even);
    expect([baseline, missing]).toEqual([0.04, null]);
    // 154,295 for one look, by R's power.prop.test(p1 = .04, p2 = .042, power = .8); about twice as many for any number of looks.
    expect(plan?.users).toBeGreaterThan(154_295);
    expect(plan?.days).toBe(Math.ceil((plan?.users ?? 0) / (5000 / 28 / 2)));
    expect(suggestion?.minimumEffect).toBeGreaterThan(0.2);
    expect(suggestion?.days).toBeLessThanOrEqual(LONGEST_DAYS);
  });

  it("suggests nothing if the plan fits, or if no effect fits", () => {
    const large = { ...small, visitors: 5e6, sample: { users: 5e6, conversions: 2e5 } };
    expect(estimatePlan(large, even)).toMatchObject({ plan: { days: 7 }, suggestion: null });
    const rare = { ...small, sample: { users: 5000, conversions: 2 } };
    expect(estimatePlan(rare, even)).toMatchObject({ missing: null, suggestion: null });
  });

  it("takes longer for a partial rollout, unequal weights and more variations", () => {
    const daysOf = (overrides: object) => estimatePlan(small, { ...even, ...overrides }).plan?.days ?? 0;
    expect(daysOf({ coverage: 0.5 })).toBe(2 * daysOf({}));
    expect(daysOf({ weights: [0.9, 0.1] })).toBeGreaterThan(4.9 * daysOf({}));
    expect(daysOf({ weights: [1, 1, 1] })).toBeGreaterThan(1.5 * daysOf({}));
  });

  it("counts only visitors with a value for a mean", () => {
    const sample = { users: 1000, sum: 5000, sumOfSquares: 50_000 };
    const half = { users: 500, sum: 2500, sumOfSquares: 25_000 };
    const [all, some] = [sample, half].map((each) => estimatePlan({ ...small, sample: each }, even).plan);
    expect(some?.days).toBeGreaterThan(1.9 * (all?.days ?? 0));
  });

  it.each([
    ["first-day", { ...small, days: 0.9 }],
    ["first-day", { days: 0, visitors: 0, sample: { users: 0, conversions: 0 } }],
    ["visitors", { ...small, visitors: 99, sample: { users: 99, conversions: 9 } }],
    ["conversions", { ...small, sample: { users: 5000, conversions: 0 } }],
    ["conversions", { ...small, sample: { users: 0, sum: 0, sumOfSquares: 0 } }],
  ] as const)("says that %s is missing", (missing, traffic) => {
    expect(estimatePlan(traffic, even)).toMatchObject({ missing, plan: null, suggestion: null });
  });

  it("suggests the smallest effect that fits, larger than the plan's", () => {
    const share = fc.double({ min: 0.001, max: 0.9, noNaN: true });
    const visitors = fc.integer({ min: 100, max: 200_000 });
    fc.assert(
      fc.property(visitors, share, fc.constantFrom(0.01, 0.05, 0.07, 0.3), (users, rate, minimumEffect) => {
        const traffic = {
          days: 28,
          visitors: users,
          sample: { users, conversions: Math.ceil(users * rate) },
        };
        const { plan, suggestion } = estimatePlan(traffic, { ...even, minimumEffect });
        if (!suggestion) return;
        expect(plan?.days).toBeGreaterThan(LONGEST_DAYS);
        expect(suggestion.minimumEffect).toBeGreaterThan(minimumEffect);
        const step = suggestion.minimumEffect > 0.1 ? 0.01 : 0.005;
        const smaller = Math.max(minimumEffect, suggestion.minimumEffect - step);
        const before = estimatePlan(traffic, { ...even, minimumEffect: smaller }).plan?.days;
        expect(before).toBeGreaterThan(LONGEST_DAYS);
        const used = estimatePlan(traffic, { ...even, minimumEffect: suggestion.minimumEffect });
        expect(used).toMatchObject({ plan: suggestion, suggestion: null });
      }),
    );
  });
});
