import fc from "fast-check";
import { expect, it } from "vitest";
import { createTypedValues } from "./typedTexts.ts";

/** The remembered texts of one field that held these, one after the other. */
function remembered(...texts: string[]): readonly string[] {
  const entries = createTypedValues();
  const field = {};
  for (const text of texts) entries.note(field, text);
  return entries.texts();
}

it("remembers the last text while typing, and the longest and the last one while deleting", () => {
  expect(remembered("Ann", "Anna", "Annab", "Annabel")).toEqual(["Annabel"]);
  expect(remembered("Annabel", "Annabe", "Annab", "Anna")).toEqual(["Annabel", "Anna"]);
  expect(remembered("Annabel", "Annabe", "Annab", "Annabe", "Annabet")).toEqual(["Annabel", "Annabet"]);
});

it("remembers previous values of a field, except texts that are too short", () => {
  expect(remembered("first", "", "second", "sec", "third")).toEqual(["first", "second", "sec", "third"]);
  expect(remembered(" a ", "ab", "")).toEqual([]);
});

it("remembers the current value of a field after any edits", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", " "), { minLength: 3, maxLength: 9 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), (texts) => {
      const last = texts.at(-1)?.trim() ?? "";
      return last.length < 3 || remembered(...texts).includes(last);
    }),
  );
});

it("forgets no field because of many edits in another one", () => {
  const entries = createTypedValues();
  entries.note({}, "Alice Liddell");
  const message = {};
  for (let length = 1; length <= 500; length++) entries.note(message, `${length} changes`);
  expect(entries.texts()).toHaveLength(11);
  expect(entries.texts()[0]).toBe("Alice Liddell");
});

it("keeps only the last 100 fields and limits the length of each text", () => {
  const entries = createTypedValues();
  const first = {};
  entries.note(first, "first field");
  for (let index = 1; index < 100; index++) entries.note({}, `value ${index} of many`);
  entries.note(first, "first field again");
  entries.note({}, "x".repeat(20_000));
  expect(entries.texts()).toHaveLength(100);
  expect(entries.texts()).toContain("first field again");
  expect(entries.texts()).not.toContain("value 1 of many");
  expect(entries.texts().at(-1)).toHaveLength(10_000);
});

it("returns a new array only after a change", () => {
  const entries = createTypedValues();
  const before = entries.texts();
  expect(entries.texts()).toBe(before);
  entries.note({}, "something");
  expect(entries.texts()).not.toBe(before);
});
