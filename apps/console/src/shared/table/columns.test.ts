import { describe, expect, it } from "vitest";
import { type Column, compareValues, foldedColumns, MEDIUM, WIDE } from "./columns.ts";

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

describe("foldedColumns", () => {
  const column = (id: string, more: Partial<Column<object>> = {}): Column<object> => ({
    id,
    header: id,
    cell: () => null,
    ...more,
  });
  const folded = (columns: readonly Column<object>[], table: number, window = 1440) =>
    foldedColumns(columns, { table, window }).map(({ id }) => id);

  it("folds columns that do not fit", () => {
    const columns = [column("page"), column("leads", { from: MEDIUM }), column("rate", { from: WIDE })];
    expect(folded(columns, 400)).toEqual(["leads", "rate"]);
    expect(folded(columns, 899)).toEqual(["rate"]);
    expect(folded(columns, 900)).toEqual([]);
  });

  it("folds more until the main column has enough width, from the end and the least important first", () => {
    const columns = [
      column("page"),
      column("views", { width: "w-28", from: MEDIUM }),
      column("channel", { width: "w-28", from: WIDE }),
      column("rate", { width: "w-28", from: MEDIUM }),
      column("actions", { width: "w-44" }),
    ];
    expect(folded(columns, 960)).toEqual([]);
    expect(folded(columns, 528)).toEqual(["channel", "rate"]);
    expect(folded(columns, 500)).toEqual(["channel", "rate"]);
    expect(folded(columns, 400), "what always shows stays").toEqual(["views", "channel", "rate"]);
  });

  it("handles widths that depend on the window, shares and fixed widths", () => {
    const page = column("page");
    const wide = (width: string) => [page, column("other", { width, from: 1 })];
    expect(folded(wide("w-24 lg:w-56"), 300, 1440)).toEqual(["other"]);
    expect(folded(wide("w-24 lg:w-56"), 300, 800)).toEqual([]);
    expect(folded(wide("w-[22rem]"), 490)).toEqual(["other"]);
    expect(folded(wide("w-[22rem]"), 500)).toEqual([]);
    expect(folded(wide("w-2/5"), 230)).toEqual(["other"]);
    expect(folded(wide("w-2/5"), 250)).toEqual([]);
  });
});
