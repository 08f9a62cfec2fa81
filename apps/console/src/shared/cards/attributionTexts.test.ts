import { NOT_SET } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { formatDifference, largestMoves } from "./attributionTexts.ts";

describe("largestMoves", () => {
  it("compares each model with the last touch", () => {
    const rows = [
      { value: "email", credits: [9, 4, 6, 6.5, 5] },
      { value: "direct", credits: [1, 6, 4, 3.5, 5] },
      { value: "social", credits: [2, 2, 2, 2, 2] },
      { value: NOT_SET, credits: [20, 2, 2, 2, 2] },
    ];
    expect(largestMoves(rows)).toEqual({
      gain: { value: "email", model: "first", difference: 5 },
      loss: { value: "direct", model: "first", difference: -5 },
    });
  });

  it("has none if the models agree, or differ by less than the displayed precision", () => {
    expect(largestMoves([{ value: "email", credits: [2, 2, 2.04, 2, 1.96] }])).toEqual({
      gain: null,
      loss: null,
    });
  });
});

it("shows the sign of a difference", () => {
  expect([formatDifference(2.25, false), formatDifference(-1200, true)]).toEqual(["+2.3", "−$1,200"]);
});
