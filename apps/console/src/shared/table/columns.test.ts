import { describe, expect, it } from "vitest";
import { compareValues } from "./columns.ts";

describe("compareValues", () => {
  it("compares numbers by value and texts alphabetically", () => {
    expect([10, 9, 2].sort(compareValues)).toEqual([2, 9, 10]);
    expect(["b", "Ä", "a", "item 10", "item 9"].sort(compareValues)).toEqual([
      "a",
      "Ä",
      "b",
      "item 9",
      "item 10",
    ]);
  });
});
