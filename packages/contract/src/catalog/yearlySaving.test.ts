import fc from "fast-check";
import { expect, test } from "vitest";
import { PLANS, type Plan } from "./plans.ts";
import { yearlySaving } from "./yearlySaving.ts";

test("the saving follows from the prices", () => {
  expect(yearlySaving(PLANS.unlimited)).toEqual({ amount: 36, percent: 30 });
  expect(yearlySaving(PLANS.business)).toEqual({ amount: 84, percent: 36 });
});

test("a free plan and a quoted price save nothing", () => {
  expect(yearlySaving(PLANS.free)).toBeNull();
  expect(yearlySaving(PLANS.enterprise)).toBeNull();
});

test("the percentage never promises more than the amount, and never falls a whole percent short", () => {
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
