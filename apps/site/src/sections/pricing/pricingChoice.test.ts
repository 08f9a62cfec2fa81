import { ADD_ON_IDS, BILLING_PERIODS, MAX_SEATS, PLAN_TIERS } from "@marquee/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_CHOICE, parsePricingQuery, writePricingQuery } from "./pricingChoice.ts";

const choice = fc.record({
  tier: fc.constantFrom(...PLAN_TIERS),
  period: fc.constantFrom(...BILLING_PERIODS),
  seats: fc.integer({ min: 1, max: MAX_SEATS }),
  addOns: fc.subarray([...ADD_ON_IDS]),
});

test("writes a choice to the query and reads it back", () => {
  const chosen = {
    tier: "business",
    period: "monthly",
    seats: 25,
    addOns: ["brain", "aiNotetaker"],
  } as const;
  const written = "?billing=monthly&seats=25&add-ons=brain.aiNotetaker&plan=business";
  expect(writePricingQuery("", chosen)).toBe(written);
  expect(parsePricingQuery(written)).toEqual(chosen);
});

test("omits the default choice and keeps other parameters", () => {
  expect(writePricingQuery("?seats=7&billing=monthly&add-ons=brain&plan=free", DEFAULT_CHOICE)).toBe("");
  expect(writePricingQuery("?utm_source=a&seats=7", DEFAULT_CHOICE)).toBe("?utm_source=a");
});

test("round-trips every choice next to any other parameters", () => {
  fc.assert(
    fc.property(choice, fc.webQueryParameters(), (chosen, other) => {
      expect(parsePricingQuery(writePricingQuery(`?${other}`, chosen))).toEqual(chosen);
    }),
  );
});

test.each([
  "",
  "?seats=-1",
  "?seats=0&plan=zzz",
  "?seats=1e9&billing=weekly",
  "?billing=Yearly&add-ons=brains,__proto__",
  "?plan=constructor&seats=%00",
  "?seats[]=5&add-ons[]=brain",
  "?%",
])("parses %j as the default choice", (search) => expect(parsePricingQuery(search)).toEqual(DEFAULT_CHOICE));

test("keeps valid parts next to invalid ones and counts an add-on once", () => {
  expect(parsePricingQuery("?seats=-1&add-ons=brain,brain,zzz&billing=monthly")).toEqual({
    ...DEFAULT_CHOICE,
    period: "monthly",
    addOns: ["brain"],
  });
});
