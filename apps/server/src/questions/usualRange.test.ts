import { expect, it } from "vitest";
import { usualRange } from "./usualRange.ts";

it("is three robust standard deviations around the median, four for a part", () => {
  const earlier = [100, 160, 40, 130, 70];
  expect(usualRange(5, earlier, "whole")).toEqual({
    value: 5,
    median: 100,
    deviation: 30,
    low: 0,
    high: 233,
  });
  expect(usualRange(5, earlier, "part")).toMatchObject({ low: 0, high: 277 });
});

it("ignores a single earlier outlier", () => {
  expect(usualRange(40, [100, 110, 90, 100, 105, 95, 100, 1000], "whole")).toMatchObject({
    low: 77,
    high: 126,
  });
});

it("is never narrower than chance", () => {
  expect(usualRange(9, [16, 16, 16, 16], "whole")).toMatchObject({ low: 8, high: 27 });
  expect(usualRange(9, [16, 16, 16, 16], "part")).toMatchObject({ low: 6, high: 33 });
  expect(usualRange(0, [0, 0, 0, 0], "part")).toMatchObject({ low: 0, high: 3 });
});
