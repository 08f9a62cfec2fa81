import { describe, expect, it } from "vitest";
import { releaseMarks, shortRelease } from "./releaseMarks.ts";

describe("releaseMarks", () => {
  it("assigns each release to its hour or day, and counts several in one", () => {
    const releases = [5, 10, 19, 25, 99].map((servedFrom) => ({ id: `${servedFrom}-abcdefgh`, servedFrom }));
    const range = { from: 10, to: 100 };
    expect(releaseMarks({ starts: [10, 20, 30, 40], range }, releases)).toEqual([
      { index: 0, label: "2 releases" },
      { index: 1, label: "release 25-abcd" },
      { index: 3, label: "release 99-abcd" },
    ]);
    expect(releaseMarks({ starts: [], range }, releases)).toEqual([]);
  });

  it("shows versions that people chose in full", () => {
    expect(shortRelease("2026.11.21-2")).toBe("2026.11.21-2");
  });
});
