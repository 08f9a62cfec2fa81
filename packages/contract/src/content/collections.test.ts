import { expect, it, test } from "vitest";
import { collectionOfEntry, entryFieldsOf, splitTags } from "./collections.ts";

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

it("splits tags at commas, each once", () => {
  expect(splitTags(" Plans,Speed , Plans,, ")).toEqual(["Plans", "Speed"]);
  expect(splitTags(undefined)).toEqual([]);
});
