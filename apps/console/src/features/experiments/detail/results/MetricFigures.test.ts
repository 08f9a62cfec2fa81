import type { Metric } from "@marquee/contract";
import type { VariationFigures, Verdict } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { isBelowMinimum, isComparable } from "./MetricFigures.tsx";

const early: Verdict = { kind: "too-early", usersNeeded: 100, daysLeft: null };
const after = (verdict: Verdict, ...users: number[]) => ({
  verdict,
  sampleRatio: {
    pValue: null,
    isMismatch: false,
    variations: users.map((each) => ({ variation: "a", users: each, expected: each })),
  },
});
const figures = (part: Partial<VariationFigures>): VariationFigures => ({
  variation: "a",
  users: 5,
  total: 0,
  mean: 0,
  lift: null,
  credible: null,
  chanceToWin: null,
  expectedLoss: null,
  pValue: null,
  confidence: null,
  sequentialPValue: null,
  sequential: null,
  ...part,
});

describe("MetricFigures", () => {
  it("counts as early below 100 visitors in a variation while there is no verdict", () => {
    expect(isBelowMinimum(after(early, 5000, 99))).toBe(true);
    expect(isBelowMinimum(after(early, 100, 100))).toBe(false);
    expect(isBelowMinimum(after({ kind: "winner", metric: "m", variation: "a" }, 5, 5))).toBe(false);
  });

  it("is not comparable while no variation has a comparison of its own", () => {
    const metric: Metric = {
      id: "m",
      name: "M",
      type: "conversion",
      event: "E",
      path: "",
      property: "",
      goal: "increase",
      isGuardrail: false,
    };
    expect(isComparable({ metric, variations: [figures({ lift: 0 }), figures({})] })).toBe(false);
    expect(isComparable({ metric, variations: [figures({}), figures({ chanceToWin: 0.5 })] })).toBe(true);
  });
});
