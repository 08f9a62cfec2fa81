import { expect, it } from "vitest";
import { inactivePeriods } from "./inactivePeriods.ts";

it("finds long pauses, at the beginning and the end too, and leaves a second on either side", () => {
  expect(inactivePeriods([20_000, 25_000, 50_000], 0, 60_000)).toEqual([
    { from: 1000, to: 19_000 },
    { from: 26_000, to: 49_000 },
    { from: 51_000, to: 59_000 },
  ]);
  expect(inactivePeriods([5000], 0, 10_000)).toEqual([]);
});
