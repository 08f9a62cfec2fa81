import type { Metric } from "@marquee/contract";
import type { VariationFigures, Verdict } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { hasData, isBelowMinimum, isComparable } from "./MetricFigures.tsx";

const early: Verdict = { kind: "too-early", usersNeeded: 100, isMinimumReached: false, remaining: null };
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
  chanceToWin: null,
  expectedLoss: null,
  sequential: null,
  fixedHorizon: null,
  ...part,
});

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

describe("MetricFigures", () => {
  it("counts as early below 100 visitors in a variation while there is no verdict", () => {
    expect(isBelowMinimum(after(early, 5000, 99))).toBe(true);
    expect(isBelowMinimum(after(early, 100, 100))).toBe(false);
    expect(isBelowMinimum(after({ kind: "winner", metric: "m", variation: "a" }, 5, 5))).toBe(false);
  });

  it("is not comparable while no variation has its own comparison", () => {
    expect(isComparable({ metric, variations: [figures({ lift: 0 }), figures({})] })).toBe(false);
    expect(isComparable({ metric, variations: [figures({}), figures({ chanceToWin: 0.5 })] })).toBe(true);
  });

  it("has data once something was counted, or once a visitor has a value of a mean", () => {
    const mean = { ...metric, type: "mean" as const };
    expect(hasData({ metric, variations: [figures({}), figures({})] })).toBe(false);
    expect(hasData({ metric, variations: [figures({}), figures({ total: 1 })] })).toBe(true);
    expect(hasData({ metric: mean, variations: [figures({ users: 0 }), figures({ users: 0 })] })).toBe(false);
    expect(hasData({ metric: mean, variations: [figures({ users: 0 }), figures({})] })).toBe(true);
  });
});
