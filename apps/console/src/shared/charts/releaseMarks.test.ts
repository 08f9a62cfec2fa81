import { describe, expect, it } from "vitest";
import { releaseMarks } from "./releaseMarks.ts";

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

  it("shows version names in full", () => {
    const versions = [{ id: "2026.11.21-2", servedFrom: 12 }];
    expect(releaseMarks([10, 20], versions, "version")).toEqual([
      { index: 0, label: "version 2026.11.21-2" },
    ]);
  });
});
