import { expect, it } from "vitest";
import { ratingOf, TIMING_NAME_LENGTH, timingName, VITALS } from "./webVitals.ts";

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

it("replaces characters that a timing's name may not have", () => {
  expect(timingName("hero_interactive-2.0@$")).toBe("hero_interactive-2.0@$");
  expect(timingName("héro interactive/<1>")).toBe("h_ro_interactive__1_");
  expect(timingName("x".repeat(500))).toHaveLength(TIMING_NAME_LENGTH);
});

it("rates 0 as good for every vital", () => {
  expect(new Set(VITALS.map((vital) => ratingOf(vital, 0)))).toEqual(new Set(["good"]));
});
