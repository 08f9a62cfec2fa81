import { expect, it } from "vitest";
import type { Mark, MarkKind } from "../playback/marks.ts";
import { groupMarks } from "./groupMarks.ts";

const mark = (at: number, kind: MarkKind): Mark => ({ id: at, kind, at, text: "", times: 1 });

it("shows the most important of overlapping marks, at the position of the first", () => {
  const marks = [
    mark(100, "click"),
    mark(120, "error"),
    mark(140, "event"),
    mark(200, "page"),
    mark(990, "dead"),
  ];
  expect(
    groupMarks(marks, 1000, 5).map(({ mark, place, otherCount }) => [mark.kind, place, otherCount]),
  ).toEqual([
    ["error", 10, 2],
    ["page", 20, 0],
    ["dead", 99, 0],
  ]);
});

it("keeps marks apart if there is room, and never overlaps them", () => {
  const marks = Array.from({ length: 100 }, (_, at) => mark(at, "click"));
  expect(groupMarks(marks, 100, 1)).toHaveLength(100);
  const groups = groupMarks(marks, 100, 2.5);
  groups.slice(1).forEach(({ place }, index) => {
    expect(place - (groups[index]?.place ?? 0)).toBeGreaterThanOrEqual(2.5);
  });
  expect(groups.reduce((sum, { otherCount }) => sum + 1 + otherCount, 0)).toBe(100);
});
