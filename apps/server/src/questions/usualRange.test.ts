import { expect, it } from "vitest";
import { usualRange } from "./usualRange.ts";

it("is three robust standard deviations around the median", () => {
  expect(usualRange(40, [100, 110, 90, 100, 105, 95, 100, 1000])).toEqual({
    value: 40,
    median: 100,
    deviation: 5,
    low: 75,
    high: 125,
  });
  expect(usualRange(5, [100, 160, 40, 130, 70])).toMatchObject({
    median: 100,
    deviation: 30,
    low: 0,
    high: 233,
  });
});

it("is never narrower than chance, nor than three", () => {
  expect(usualRange(9, [16, 16, 16, 16])).toMatchObject({ low: 6, high: 26 });
  expect(usualRange(0, [0, 0, 0, 0])).toMatchObject({ low: 0, high: 3 });
});
