import { expect, it, test } from "vitest";
import {
  COLLECTIONS,
  categoryId,
  collectionOfEntry,
  entryFieldsOf,
  groupByCategory,
  splitTags,
} from "./collections.ts";

test.each([
  ["changelog/2026-11-faster", "changelog"],
  ["articles/planning/delays", "articles"],
  ["changelog", null],
  ["security", null],
  ["help/changelog/x", null],
  ["__proto__/x", null],
  ["constructor/x", null],
])("%s is an entry of %s", (slug, collection) => {
  expect(collectionOfEntry(slug)).toBe(collection);
  expect(entryFieldsOf(slug).includes("date")).toBe(collection !== null);
});

it("has the fields of a collection in the order of forms, and dates where lists are by date", () => {
  expect(entryFieldsOf("templates/launch")).toEqual(["category", "image", "link", "linkLabel"]);
  expect(entryFieldsOf("articles/a")).toEqual(["date", "author", "tags"]);
  for (const { required, order } of Object.values(COLLECTIONS))
    expect(required.includes("date")).toBe(order === "date");
});

it("groups entries by category, in their order", () => {
  const entries = [
    { category: "Planung & Termine", title: "A" },
    { category: "Événements", title: "B" },
    { category: "Planung & Termine", title: "C" },
    { title: "D" },
  ];
  expect(groupByCategory(entries).map(({ id, entries: of }) => [id, of.map(({ title }) => title)])).toEqual([
    ["planung-termine", ["A", "C"]],
    ["événements", ["B"]],
    ["", ["D"]],
  ]);
  expect(categoryId(" Every   week! ")).toBe("every-week");
});

it("splits tags at commas, each once", () => {
  expect(splitTags(" Plans,Speed , Plans,, ")).toEqual(["Plans", "Speed"]);
  expect(splitTags(undefined)).toEqual([]);
});
