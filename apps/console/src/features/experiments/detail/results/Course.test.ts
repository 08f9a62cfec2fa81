import type { ResultsPoint } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { resultsLines, resultsRange } from "./Course.tsx";

const point = (at: number, lift: number | null, sequential: [number, number] | null): ResultsPoint => ({
  at,
  variations: [
    { variation: "control", users: 10, exposed: 0, mean: 0.1, lift: null, sequential: null },
    { variation: "b", users: 10, exposed: 0, mean: 0.1, lift, sequential },
  ],
});
const variations = ["control", "b", "c"].map((key) => ({ key, name: key, value: null, weight: 0 }));
const course = [point(1, null, null), point(2, 0.2, [-0.3, 0.7])];

describe("Course", () => {
  it("has a line with a band for each variation except the control, with null for missing values", () => {
    expect(resultsLines(course, { variations })).toEqual([
      {
        name: "b",
        color: "leaf",
        isDashed: false,
        values: [null, 0.2],
        band: { low: [null, -0.3], high: [null, 0.7] },
      },
      {
        name: "c",
        color: "iris",
        isDashed: true,
        values: [null, null],
        band: { low: [null, null], high: [null, null] },
      },
    ]);
  });

  it("fits the range around the last values, within limits", () => {
    const rangeOf = (last: [number, number] | null) =>
      resultsRange(resultsLines([point(1, last && 0, last)], { variations }));
    expect(rangeOf([-0.1, 0.2])).toEqual([-0.5, 0.5]);
    expect(rangeOf([-0.001, 0.001])).toEqual([-0.05, 0.05]);
    expect(rangeOf([-20, 30])).toEqual([-20, 3]);
    expect(rangeOf(null)).toEqual([-0.05, 0.05]);
  });
});
