import { describe, expect, it } from "vitest";
import { nextOrder, readSorting } from "./useTableSort.ts";

describe("readSorting and nextOrder", () => {
  it("read a column and a direction from the query string", () => {
    expect(readSorting("?range=7d&sort=-clicks", "sort")).toEqual([{ id: "clicks", desc: true }]);
    expect(readSorting("?sort=path", "sort")).toEqual([{ id: "path", desc: false }]);
    expect(readSorting("?sort=", "sort")).toEqual([]);
    expect(readSorting("?sort=-", "sort")).toEqual([]);
  });

  it("start numbers in descending order, then ascending, then unsorted", () => {
    const clicks = { id: "clicks", isNumeric: true };
    expect(nextOrder(clicks, [])).toBe("-clicks");
    expect(nextOrder(clicks, [{ id: "clicks", desc: true }])).toBe("clicks");
    expect(nextOrder(clicks, [{ id: "clicks", desc: false }])).toBeNull();
  });

  it("start texts in ascending order, and start over for another column", () => {
    const path = { id: "path" };
    expect(nextOrder(path, [{ id: "clicks", desc: true }])).toBe("path");
    expect(nextOrder(path, [{ id: "path", desc: false }])).toBe("-path");
    expect(nextOrder(path, [{ id: "path", desc: true }])).toBeNull();
  });
});
