import { describe, expect, it } from "vitest";
import { nextOrder, readSorting } from "./useTableSort.ts";

describe("the order in the address", () => {
  it("names a column and a direction", () => {
    expect(readSorting("?range=7d&sort=-clicks", "sort")).toEqual([{ id: "clicks", desc: true }]);
    expect(readSorting("?sort=path", "sort")).toEqual([{ id: "path", desc: false }]);
    expect(readSorting("?sort=", "sort")).toEqual([]);
    expect(readSorting("?sort=-", "sort")).toEqual([]);
  });

  it("goes from the largest number to the smallest and back to none", () => {
    const clicks = { id: "clicks", isNumeric: true };
    expect(nextOrder(clicks, [])).toBe("-clicks");
    expect(nextOrder(clicks, [{ id: "clicks", desc: true }])).toBe("clicks");
    expect(nextOrder(clicks, [{ id: "clicks", desc: false }])).toBeNull();
  });

  it("begins with A for texts, and anew for another column", () => {
    const path = { id: "path" };
    expect(nextOrder(path, [{ id: "clicks", desc: true }])).toBe("path");
    expect(nextOrder(path, [{ id: "path", desc: false }])).toBe("-path");
    expect(nextOrder(path, [{ id: "path", desc: true }])).toBeNull();
  });
});
