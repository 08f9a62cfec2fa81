import type { TargetingAttribute, TargetingCondition } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { normalizeValue, rulesProblem, targetingProblem, valuesProblem } from "./targetingTexts.ts";

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

  it("converts country codes to uppercase and leaves other values unchanged", () => {
    expect(normalizeValue("country", "no")).toBe("NO");
    expect(normalizeValue("utm_source", "News")).toBe("News");
  });
});
