import { ONE_DAY } from "@marquee/contract";
import { expect, it } from "vitest";
import { readCurve } from "./curve.ts";
import { createStory } from "./story.ts";

const STORY = createStory(Date.parse("2026-06-10T15:00:00Z"));

it.each([
  ["4", 3, 4],
  ["11 ago 14..95", 14, 11],
  ["11 ago 14..95", 95, 0],
  ["3 + 7 growing", 0, 10],
  ["3 + 7 growing", 400, 3],
  ["12 webinar2 -14..6", (STORY.today - STORY.webinars[1]) / ONE_DAY + 14, 12],
  ["34 launch 0..28 fading 6", (STORY.today - STORY.launch) / ONE_DAY - 6, 34 / Math.E],
  // The last issue came a day before, and the newsletter fails.
  ["38 issue fading 5", 0, 38 * Math.exp(-1 / 5) * 0.16],
])("%s is, %d days ago, %d", (text, ago, value) => {
  expect(readCurve(text)(STORY.today - ago * ONE_DAY, STORY)).toBeCloseTo(value);
});

it("rejects anything else", () => {
  expect(() => readCurve("11 since 4")).toThrow("“11 since 4” is no term of a curve.");
});
