import fc from "fast-check";
import { expect, test } from "vitest";
import { CATALOG, flatCatalog } from "../testing/catalog.ts";
import { ADD_ON_IDS, PLAN_TIERS } from "./catalog.ts";
import { BILLING_PERIODS } from "./prices.ts";
import { eligibleAddOns, MAX_PRICED_SEATS, MAX_SEATS, monthlyPrice, parseSeats, seatTotal } from "./seats.ts";

const tier = fc.constantFrom(...PLAN_TIERS);
const period = fc.constantFrom(...BILLING_PERIODS);
const addOns = fc.subarray([...ADD_ON_IDS]);
const seats = fc.integer({ min: 1, max: MAX_PRICED_SEATS });

test("calculates the total for 25 people on Business with Brain, paid yearly and monthly", () => {
  const choice = { tier: "business", seats: 25, addOns: ["brain"] } as const;
  expect(seatTotal(CATALOG, { ...choice, period: "yearly" })).toEqual({
    kind: "total",
    perSeat: 21,
    perMonth: 525,
    perYear: 6300,
    saving: 2100,
  });
  expect(seatTotal(CATALOG, { ...choice, period: "monthly" })).toEqual({
    kind: "total",
    perSeat: 28,
    perMonth: 700,
    perYear: 8400,
    saving: 0,
  });
});

test("Free costs only its add-ons and excludes the notetaker", () => {
  const price = (ids: Parameters<typeof eligibleAddOns>[2]) =>
    monthlyPrice(CATALOG, { tier: "free", period: "yearly", addOns: ids })?.perSeat;
  expect([price([]), price(["brain"]), price(["aiNotetaker"]), price(["brain", "aiNotetaker"])]).toEqual([
    0, 9, 0, 9,
  ]);
  expect(eligibleAddOns(CATALOG, "free", ADD_ON_IDS)).toEqual(["brain"]);
});

test("a plan that is not priced per user costs its price once, and its add-ons per person", () => {
  const flat = flatCatalog("unlimited");
  const choice = { tier: "unlimited", seats: 25, addOns: ["brain"] } as const;
  expect(seatTotal(flat, { ...choice, period: "yearly" })).toEqual({
    kind: "total",
    perSeat: 9,
    perMonth: 7 + 25 * 9,
    perYear: 12 * (7 + 25 * 9),
    saving: 36,
  });
  expect(seatTotal(flat, { ...choice, addOns: [], period: "monthly" })).toMatchObject({
    perSeat: 0,
    perMonth: 10,
  });
});

test("Enterprise, and teams of more than a thousand people, get a quote", () => {
  expect(seatTotal(CATALOG, { tier: "enterprise", period: "yearly", seats: 1, addOns: [] })).toEqual({
    kind: "quote",
    reason: "plan",
  });
  const choice = { tier: "unlimited", period: "yearly", addOns: [] } as const;
  expect(seatTotal(CATALOG, { ...choice, seats: 1000 })).toMatchObject({ kind: "total", perMonth: 7000 });
  expect(seatTotal(CATALOG, { ...choice, seats: 1001 })).toEqual({ kind: "quote", reason: "seats" });
});

test("the monthly total is the price per person times people, and the yearly total is twelve months", () => {
  fc.assert(
    fc.property(tier, period, seats, addOns, (...[each, paid, people, extras]) => {
      const total = seatTotal(CATALOG, { tier: each, period: paid, seats: people, addOns: extras });
      if (total.kind === "quote") {
        expect(each).toBe("enterprise");
        return;
      }
      expect(total.perMonth).toBe(total.perSeat * people);
      expect(total.perYear).toBe(total.perMonth * 12);
      expect(
        Object.values(total).every((value) => typeof value === "string" || Number.isInteger(value)),
      ).toBe(true);
    }),
  );
});

test("the saving is the difference between twelve monthly payments and the yearly price, with any add-ons", () => {
  fc.assert(
    fc.property(tier, seats, addOns, (each, people, extras) => {
      const choice = { tier: each, seats: people, addOns: extras };
      const [yearly, monthly] = [
        seatTotal(CATALOG, { ...choice, period: "yearly" }),
        seatTotal(CATALOG, { ...choice, period: "monthly" }),
      ];
      if (yearly.kind === "quote" || monthly.kind === "quote") return;
      expect(yearly.perYear + yearly.saving).toBe(monthly.perYear);
      expect(monthly.saving).toBe(0);
    }),
  );
});

test("adding a person or an add-on never lowers the price", () => {
  fc.assert(
    fc.property(tier, period, seats, addOns, (each, paid, people, extras) => {
      const costs = (n: number, ids: typeof extras) => {
        const total = seatTotal(CATALOG, { tier: each, period: paid, seats: n, addOns: ids });
        return total.kind === "total" ? total.perYear : Number.POSITIVE_INFINITY;
      };
      expect(costs(people + 1, extras)).toBeGreaterThanOrEqual(costs(people, extras));
      expect(costs(people, [...ADD_ON_IDS])).toBeGreaterThanOrEqual(costs(people, extras));
    }),
  );
});

test.each([
  "",
  "0",
  "-1",
  "1.5",
  "1e3",
  " 5",
  "+5",
  "0x10",
  "１２",
  "100000",
  "NaN",
  "5;drop",
  "9".repeat(400),
])("rejects %j as a number of people", (text) => expect(parseSeats(text)).toBeNull());

test("parses every whole number of people in range and never returns one out of range", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_SEATS }), (n) => {
      expect(parseSeats(String(n))).toBe(n);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parsed = parseSeats(text);
      if (parsed !== null) expect(parsed >= 1 && parsed <= MAX_SEATS && Number.isInteger(parsed)).toBe(true);
    }),
  );
});

test("totals equal the billed price although a price per month is rounded", () => {
  const { unlimited } = CATALOG.plans;
  const yearly = { ...unlimited.pricing.yearly, price: 100, perMonth: 8.33 };
  const catalog = {
    ...CATALOG,
    plans: { ...CATALOG.plans, unlimited: { ...unlimited, pricing: { ...unlimited.pricing, yearly } } },
  };
  expect(seatTotal(catalog, { tier: "unlimited", period: "yearly", seats: 3, addOns: [] })).toEqual({
    kind: "total",
    perSeat: 8.33,
    perMonth: 25,
    perYear: 300,
    saving: 60,
  });
});
