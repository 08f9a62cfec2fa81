import type { Metric, MetricType } from "@marquee/contract";
import type { ResultsResponse, VariationFigures } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { newExperiment } from "../../editor/experimentDefinition.ts";
import { clampLifts } from "./clampLifts.ts";

const metric = (type: MetricType): Metric => ({
  id: "m",
  name: "M",
  type,
  event: "",
  path: "",
  property: "",
  goal: "increase",
  isGuardrail: false,
});
const figures: VariationFigures = {
  variation: "b",
  users: 1,
  total: 1,
  mean: 1,
  lift: 0.1,
  chanceToWin: 0.5,
  expectedLoss: 0.1,
  sequential: { pValue: 1, lift: [-40, 40], difference: [-4, 4] },
  fixedHorizon: { pValue: 0.5, lift: [-2, 2], difference: [-1, 1] },
};
const results = (type: MetricType): ResultsResponse => ({
  phase: 1,
  isExploratory: false,
  phases: [],
  explored: null,
  definition: newExperiment().definition,
  verdict: { kind: "no-visitors" },
  users: 1,
  sawSeveral: 0,
  usersNeeded: null,
  sampleRatio: { pValue: null, isMismatch: false, variations: [] },
  metrics: [{ metric: metric(type), variations: [figures] }],
  course: [
    {
      at: 1,
      variations: [{ variation: "b", users: 1, exposed: 1, mean: 1, lift: 0.1, sequential: [-9, 9] }],
    },
  ],
  splits: [{ value: "mobile", variations: [figures] }],
});

describe("clampLifts", () => {
  it.each(["conversion", "count"] as const)("limits every interval of a %s to -100%", (type) => {
    const bounded = clampLifts(results(type));
    const expected = {
      sequential: { ...figures.sequential, lift: [-1, 40] },
      fixedHorizon: { ...figures.fixedHorizon, lift: [-1, 2] },
    };
    expect(bounded.metrics[0]?.variations[0]).toEqual({ ...figures, ...expected });
    expect(bounded.splits[0]?.variations[0]).toEqual({ ...figures, ...expected });
    expect(bounded.course[0]?.variations[0]?.sequential).toEqual([-1, 9]);
  });

  it("leaves a mean unbounded, because it may be negative", () => {
    expect(clampLifts(results("mean"))).toEqual(results("mean"));
  });
});
