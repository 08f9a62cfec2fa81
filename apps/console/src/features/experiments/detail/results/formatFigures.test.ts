import { describe, expect, it } from "vitest";
import {
  formatChance,
  formatDifference,
  formatDifferences,
  formatInterval,
  formatLift,
  formatLoss,
  formatMean,
  formatPValue,
  pText,
  sampleRatioText,
} from "./formatFigures.ts";

const share = { type: "conversion" } as const;
const count = { type: "count" } as const;

describe("formatFigures", () => {
  it("distinguishes percentages, percentage points and plain numbers", () => {
    expect([formatMean(share, 0.0462), formatMean(count, 1.5)]).toEqual(["4.62%", "1.50"]);
    expect([formatLift(0.125), formatLift(-0.04), formatLift(0)]).toEqual(["+12.5%", "-4%", "0%"]);
    expect([formatDifference(share, 0.0052), formatDifference(count, -0.25)]).toEqual([
      "+0.52 points",
      "-0.25",
    ]);
    expect(formatInterval([-0.041, 0.203])).toBe("-4.1% to +20.3%");
    expect(formatDifferences(share, [-0.001, 0.0052])).toBe("-0.10 to +0.52 points");
  });

  it("never shows a chance as certain or a small number as zero", () => {
    expect([1, 0.9995, 0.95, 0.0004, 0].map(formatChance)).toEqual([
      "over 99.9%",
      "over 99.9%",
      "95%",
      "under 0.1%",
      "under 0.1%",
    ]);
    expect([0, 0.00001, 0.0123].map(formatLoss)).toEqual(["0%", "under 0.01%", "1.23%"]);
    expect([0.0004, 0.0421].map(formatPValue)).toEqual(["under 0.001", "0.042"]);
    expect([0.0004, 0.0421].map(pText)).toEqual(["p < 0.001", "p = 0.042"]);
  });
});

it("never rounds a number to the other side of the limit that the verdict depends on", () => {
  expect([0.04996, 0.0499996, 0.05, 0.05004, 0.0504].map(formatPValue)).toEqual([
    "0.04996",
    "0.05",
    "0.05",
    "0.05",
    "0.05",
  ]);
  expect(formatInterval([0.0004, 0.2])).toBe("+0.04% to +20%");
  expect(formatInterval([-0.2, -0.00001])).toBe("-20% to -0.001%");
});

const names = {
  variations: ["A", "B", "C"].map((name) => ({ key: name, name, value: null, weight: 1 / 3 })),
};
const variationsWith = (...users: number[]) =>
  users.map((each, index) => ({ variation: "ABC".charAt(index), users: each, expected: 10 / 3 }));

describe("sampleRatioText", () => {
  it("returns only the counts if they match the weights", () => {
    const ratio = { pValue: 0.9, isMismatch: false, variations: variationsWith(3, 3, 4) };
    expect(sampleRatioText(ratio, names)).toBe("3, 3, and 4 visitors: split as the weights specify.");
  });

  it("returns the planned counts and the p-value on a mismatch", () => {
    const ratio = { pValue: 0.0001, isMismatch: true, variations: variationsWith(1, 9) };
    expect(sampleRatioText(ratio, names)).toBe(
      "Sample ratio mismatch: A 1 of 3 planned, B 9 of 3 planned (p < 0.001).",
    );
  });
});
