import { expect, it } from "vitest";
import { remainingText } from "./Verdict.tsx";

it("says how long an experiment still takes, or what an estimate needs first", () => {
  expect(remainingText({ kind: "days", days: 1 })).toBe("about 1 day left at the current rate");
  expect(remainingText({ kind: "days", days: 12 })).toBe("about 12 days left at the current rate");
  expect(remainingText({ kind: "days", days: 1377 })).toBe("about 3.8 years left at the current rate");
  const texts = (["first-day", "visitors", "conversions"] as const).map((missing) =>
    remainingText({ kind: "unknown", missing }),
  );
  expect(texts).toEqual([
    "Estimate after the first full day",
    "Estimate after 100 visitors",
    "Estimate after the control's first conversions",
  ]);
});
