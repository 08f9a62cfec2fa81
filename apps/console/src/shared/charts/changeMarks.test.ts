import { expect, it } from "vitest";
import { changeMarks, publicationMarks } from "./changeMarks.ts";

const TIME = { starts: [0, 100, 200], range: { from: 0, to: 300 } };
const published = (at: number, note: string, experiment: string | null = null) => ({ at, note, experiment });

it("marks a publication with its note, counts several in one interval, and leaves out publications by experiments", () => {
  expect(
    publicationMarks(TIME, [
      published(50, "Autumn banner"),
      published(100, "One"),
      published(199, "Two"),
      published(250, "Shipped", "home-headline"),
      published(-1, "Before the chart"),
    ]),
  ).toEqual([
    { index: 0, label: "Autumn banner" },
    { index: 1, label: "2 publications" },
  ]);
});

it("shortens a long note", () => {
  const [mark] = publicationMarks(TIME, [published(0, "New prices for teams of more than a hundred people")]);
  expect(mark?.label).toBe("New prices for teams of mor…");
});

it("marks steps of experiments that visitors see, and counts several in one interval", () => {
  const change = (at: number, entity: "experiment" | "flag", key: string, action: string) => ({
    id: at,
    at,
    actor: "ann@trellis.example",
    entity,
    key,
    action,
    before: null,
    after: null,
    isReversible: false,
  });
  const changes = [
    change(5, "experiment", "hero", "started"),
    change(12, "experiment", "hero", "started"),
    change(13, "experiment", "hero", "changed"),
    change(21, "experiment", "prices", "shipped"),
    change(22, "experiment", "hero", "stopped"),
    change(23, "flag", "other", "changed"),
  ];
  expect(changeMarks({ starts: [10, 20, 30], range: { from: 10, to: 40 } }, changes)).toEqual([
    { index: 0, label: "hero started" },
    { index: 1, label: "2 changes" },
  ]);
});
