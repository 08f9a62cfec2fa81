import { describe, expect, it } from "vitest";
import { compareValues } from "./columns.ts";

describe("sorting by a column", () => {
  it("compares numbers by their size and texts as a dictionary does", () => {
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
