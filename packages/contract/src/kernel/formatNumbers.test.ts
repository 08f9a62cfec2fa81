import { describe, expect, it } from "vitest";
import { formatBytes } from "./formatNumbers.ts";

describe("formatBytes", () => {
  it("uses the largest unit that fits", () => {
    expect([0, 812, 46_213, 2_000_000, 5e12].map(formatBytes)).toEqual([
      "0 B",
      "812 B",
      "46.2 KB",
      "2 MB",
      "5,000 GB",
    ]);
  });
});
