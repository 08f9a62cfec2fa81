import { describe, expect, it } from "vitest";
import { releaseMarks, shortRelease } from "./releaseMarks.ts";

describe("releaseMarks", () => {
  it("assigns each release to its hour or day, and counts several in one", () => {
    const releases = [5, 10, 19, 25, 99].map((servedFrom) => ({ id: `${servedFrom}-abcdefgh`, servedFrom }));
    expect(releaseMarks([10, 20, 30, 40], releases)).toEqual([
      { index: 0, label: "2 releases" },
      { index: 1, label: "release 25-abcd" },
      { index: 3, label: "release 99-abcd" },
    ]);
    expect(releaseMarks([], releases)).toEqual([]);
  });

  it("shows versions that people chose in full", () => {
    expect(shortRelease("2026.11.21-2")).toBe("2026.11.21-2");
  });
});
