import { describe, expect, it } from "vitest";
import { sampleRatioText } from "./sampleRatioText.ts";

const names = {
  variations: ["A", "B", "C"].map((name) => ({ key: name, name, value: null, weight: 1 / 3 })),
};
const found = (...users: number[]) =>
  users.map((each, index) => ({ variation: "ABC".charAt(index), users: each, expected: 10 / 3 }));

describe("sampleRatioText", () => {
  it("returns only the counts if they match the weights", () => {
    const ratio = { pValue: 0.9, isMismatch: false, variations: found(3, 3, 4) };
    expect(sampleRatioText(ratio, names)).toBe("3, 3, and 4 visitors: split as the weights specify.");
  });

  it("returns the planned counts and the p-value on a mismatch", () => {
    const ratio = { pValue: 0.0001, isMismatch: true, variations: found(1, 9) };
    expect(sampleRatioText(ratio, names)).toBe(
      "Sample ratio mismatch: A 1 of 3 planned, B 9 of 3 planned (p < 0.001).",
    );
  });
});
