import { GrowthBook } from "@growthbook/growthbook";
import type { TargetingCondition } from "@marquee/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { buildCondition } from "./targeting.ts";

/** Whether GrowthBook's evaluation matches the attributes. */
function fits(clauses: TargetingCondition[], attributes: Record<string, string>): boolean {
  const condition = buildCondition(clauses);
  const features = {
    asked: { defaultValue: false, rules: [{ force: true, ...(condition && { condition }) }] },
  };
  return new GrowthBook({ attributes }).initSync({ payload: { features } }).isOn("asked");
}
const country = (operator: TargetingCondition["operator"], ...values: string[]): TargetingCondition => ({
  attribute: "country",
  operator,
  values,
});

it("matches everyone without conditions", () => {
  expect(buildCondition([])).toBeUndefined();
  expect(fits([], {})).toBe(true);
});

it("treats an unknown attribute as not in any list", () => {
  expect(fits([country("in", "DE")], {})).toBe(false);
  expect(fits([country("not-in", "DE")], {})).toBe(true);
  expect(fits([country("contains", "DE")], {})).toBe(false);
});

it("requires all conditions, also on the same attribute", () => {
  const clauses = [country("not-in", "DE"), country("in", "DE", "FR")];
  expect([fits(clauses, { country: "FR" }), fits(clauses, { country: "DE" })]).toEqual([true, false]);
});

it("matches literal text regardless of case and pattern characters", () => {
  const part = fc.string({
    minLength: 1,
    maxLength: 8,
    unit: fc.constantFrom(..."aB.*+?^$", ..."{}()|[]\\/-"),
  });
  fc.assert(
    fc.property(part, part, part, (sought, other, text) => {
      const has = [sought, other].some((each) => text.toLowerCase().includes(each.toLowerCase()));
      expect(fits([country("contains", sought, other)], { country: text })).toBe(has);
    }),
  );
});
