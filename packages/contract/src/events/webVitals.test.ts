import { expect, it } from "vitest";
import { ratingOf, VITALS } from "./webVitals.ts";

it("includes each threshold in the better rating", () => {
  expect([2500, 2501, 4000, 4001].map((value) => ratingOf("lcp", value))).toEqual([
    "good",
    "needs improvement",
    "needs improvement",
    "poor",
  ]);
  expect([0.1, 0.11, 0.25, 0.26].map((value) => ratingOf("cls", value))).toEqual([
    "good",
    "needs improvement",
    "needs improvement",
    "poor",
  ]);
});

it("rates 0 as good for every vital", () => {
  expect(new Set(VITALS.map((vital) => ratingOf(vital, 0)))).toEqual(new Set(["good"]));
});
