import type { Metric, MetricType } from "@marquee/contract";
import type { ResultsResponse, VariationFigures } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
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
  credible: [-0.5, 3],
  pValue: 0.5,
  confidence: [-2, 2],
  sequentialPValue: 1,
  sequential: [-40, 40],
};
const results = (type: MetricType): ResultsResponse => ({
  phase: 1,
  verdict: { kind: "no-visitors" },
  users: 1,
  sawSeveral: 0,
  usersNeeded: null,
  sampleRatio: { pValue: null, isMismatch: false, variations: [] },
  metrics: [{ metric: metric(type), variations: [figures] }],
  course: [{ at: 1, variations: [{ variation: "b", users: 1, mean: 1, lift: 0.1, sequential: [-9, 9] }] }],
  splits: [{ value: "mobile", variations: [figures] }],
});

describe("clampLifts", () => {
  it.each(["conversion", "count"] as const)("limits every interval of a %s to -100%", (type) => {
    const bounded = clampLifts(results(type));
    const expected = { credible: [-0.5, 3], confidence: [-1, 2], sequential: [-1, 40] };
    expect(bounded.metrics[0]?.variations[0]).toEqual({ ...figures, ...expected });
    expect(bounded.splits[0]?.variations[0]).toEqual({ ...figures, ...expected });
    expect(bounded.course[0]?.variations[0]?.sequential).toEqual([-1, 9]);
  });

  it("leaves a mean unbounded, because it may be negative", () => {
    expect(clampLifts(results("mean"))).toEqual(results("mean"));
  });
});
