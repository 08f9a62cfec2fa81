import { TARGETING_ATTRIBUTES, type TargetingAttribute, type TargetingCondition } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import {
  attributeHint,
  attributeLabel,
  expectedBoolean,
  normalizeValue,
  rulesProblem,
  targetingProblem,
  targetingSummary,
  valuesProblem,
} from "./targetingTexts.ts";

const clause = (attribute: TargetingAttribute, ...values: string[]): TargetingCondition => ({
  attribute,
  operator: "in",
  values,
});

describe("targetingTexts", () => {
  it("names the rule that has a condition with no values", () => {
    const rules = [{ targeting: [] }, { targeting: [clause("device", "mobile"), clause("device")] }];
    expect(rulesProblem(rules)).toBe("Rule 2 has a condition with no values.");
    expect(rulesProblem(rules.slice(0, 1))).toBe("");
  });

  it("rejects invalid country codes and accepts any value of other attributes", () => {
    expect(valuesProblem({ attribute: "country", values: ["NO", "Norway"] })).toContain("“Norway”");
    expect(valuesProblem({ attribute: "country", values: ["no", "SE"] })).toBe("");
    expect(valuesProblem({ attribute: "locale", values: ["Norway"] })).toBe("");
    expect(targetingProblem([clause("country", "N1")], "The audience")).toMatch(
      /^The audience: .*two letters/,
    );
  });

  it("phrases boolean conditions as facts", () => {
    const size = (operator: TargetingCondition["operator"], value: string): TargetingCondition => ({
      attribute: "isPhoneSize",
      operator,
      values: [value],
    });
    expect(targetingSummary([size("in", "true")], 1)).toBe("every visitor whose window is phone size");
    expect(targetingSummary([size("in", "false"), clause("country", "NO")], 1)).toBe(
      "every visitor whose window is not phone size and country is one of NO",
    );
    expect([size("not-in", "true"), size("not-in", "false")].map(expectedBoolean)).toEqual([false, true]);
  });

  it("describes every attribute with its type, examples and name in SDKs", () => {
    for (const name of TARGETING_ATTRIBUTES) {
      expect(attributeLabel(name)).toMatch(/^(?:[A-Z]|utm_)/);
      expect(attributeHint(name)).toMatch(/^[A-Z].*\. (?:Yes or no|Text, such as .+); \w+ in SDKs\.$/);
    }
  });

  it("converts country codes to uppercase and leaves other values unchanged", () => {
    expect(normalizeValue("country", "no")).toBe("NO");
    expect(normalizeValue("utm_source", "News")).toBe("News");
  });
});
