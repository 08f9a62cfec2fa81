import { GrowthBook } from "@growthbook/growthbook";
import { TARGETING_OPERATORS, type TargetingCondition, type VisitorAttributes } from "@marquee/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { allOf, buildCondition, conditionProblem } from "./targeting.ts";

/** Whether GrowthBook's evaluation matches the attributes. */
function fits(clauses: TargetingCondition[], attributes: VisitorAttributes): boolean {
  const condition = allOf(clauses.map(buildCondition));
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
  expect(allOf([])).toBeUndefined();
  expect(fits([], {})).toBe(true);
});

it.each(TARGETING_OPERATORS)("does not match an unknown attribute by the operator %s", (operator) => {
  expect(fits([country(operator, "DE")], {})).toBe(false);
  expect(fits([{ attribute: "isPhoneSize", operator, values: ["true"] }], { country: "DE" })).toBe(false);
});

it("compares boolean attributes with booleans", () => {
  const phone = (operator: TargetingCondition["operator"], ...values: string[]) =>
    [true, false].map((isPhoneSize) =>
      fits([{ attribute: "isPhoneSize", operator, values }], { isPhoneSize }),
    );
  expect([phone("in", "true"), phone("in", "false"), phone("not-in", "true")]).toEqual([
    [true, false],
    [false, true],
    [false, true],
  ]);
});

it("rejects texts for boolean attributes", () => {
  const problemOf = (operator: TargetingCondition["operator"], ...values: string[]) =>
    conditionProblem({ attribute: "isPhoneSize", operator, values });
  expect(problemOf("in", "true", "false")).toBeNull();
  expect(problemOf("in", "yes")).toContain('never "yes"');
  expect(problemOf("contains", "true")).toContain("Use another operator");
  expect(conditionProblem(country("contains", "yes"))).toBeNull();
});

it("requires all conditions, even on the same attribute", () => {
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
