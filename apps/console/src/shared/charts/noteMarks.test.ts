import { expect, it } from "vitest";
import { inOrder, noteMarks } from "./noteMarks.ts";

it("assigns each note to its interval, counts several in one, and shortens long texts", () => {
  const note = (at: number, text: string) => ({ definition: { at, text, isDeleted: false } });
  const notes = [
    note(9, "Too early"),
    note(10, "TV ad"),
    note(25, "One"),
    note(29, "Two"),
    note(99, "A text that is longer than\nwhat fits above a chart"),
  ];
  expect(noteMarks({ starts: [10, 20, 30], range: { from: 10, to: 100 } }, notes)).toEqual([
    { index: 0, label: "TV ad" },
    { index: 1, label: "2 notes" },
    { index: 2, label: "A text that is longer than…" },
  ]);
});

it("leaves out notes before or after the range, even within a week that the range cuts off", () => {
  const notes = [5, 9, 12, 35, 39, 40, 2_000_000].map((at) => ({
    definition: { at, text: String(at), isDeleted: false },
  }));
  expect(noteMarks({ starts: [0, 10, 30], range: { from: 8, to: 39 } }, notes)).toEqual([
    { index: 0, label: "9" },
    { index: 1, label: "12" },
    { index: 2, label: "35" },
  ]);
});

it("keeps the marks of all kinds in the order of the chart, releases first", () => {
  const mark = (index: number, label: string) => ({ index, label });
  expect(inOrder([mark(1, "a"), mark(4, "b")], [mark(0, "c"), mark(1, "d")])).toEqual([
    mark(0, "c"),
    mark(1, "a"),
    mark(1, "d"),
    mark(4, "b"),
  ]);
});
