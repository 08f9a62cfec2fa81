import { expect, it } from "vitest";
import type { Line } from "./chartData.ts";
import { dataOf } from "./chartOptions.ts";

const line = (values: (number | null)[], more: Partial<Line> = {}): Line => ({
  name: "Visitors",
  color: "leaf",
  values,
  ...more,
});

it("draws the step to a partial value separately, so that it can be dashed", () => {
  expect(dataOf([line([5, 8, 2])], 2)).toEqual([
    [5, 8, null],
    [null, 8, 2],
  ]);
  expect(dataOf([line([2])], 0)).toEqual([[null], [2]]);
  expect(dataOf([line([5, 8, 2])])).toEqual([[5, 8, 2]]);
});

it("keeps thresholds and bands whole", () => {
  const band = { low: [1, 1], high: [3, 3] };
  expect(dataOf([line([2, 2], { isDashed: true }), line([2, 4], { band })], 1)).toEqual([
    [2, 2],
    [2, null],
    [3, 3],
    [1, 1],
    [2, 4],
  ]);
});
