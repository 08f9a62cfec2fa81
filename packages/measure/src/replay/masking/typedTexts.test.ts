import fc from "fast-check";
import { expect, it } from "vitest";
import { createTypedValues } from "./typedTexts.ts";

/** What is remembered of one field that held these, one after the other. */
function remembered(...texts: string[]): readonly string[] {
  const entries = createTypedValues();
  const field = {};
  for (const text of texts) entries.note(field, text);
  return entries.texts();
}

it("remembers of what grows the last, and of what shrinks the longest and what is left", () => {
  expect(remembered("Ann", "Anna", "Annab", "Annabel")).toEqual(["Annabel"]);
  expect(remembered("Annabel", "Annabe", "Annab", "Anna")).toEqual(["Annabel", "Anna"]);
  expect(remembered("Annabel", "Annabe", "Annab", "Annabe", "Annabet")).toEqual(["Annabel", "Annabet"]);
});

it("remembers what stood in a field before something else", () => {
  expect(remembered("first", "", "second", "sec", "third")).toEqual(["first", "second", "sec", "third"]);
  expect(remembered(" a ", "ab", "")).toEqual([]);
});

it("remembers what stands in a field now, whatever happened there", () => {
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

it("forgets no field because of another in which much is written", () => {
  const entries = createTypedValues();
  entries.note({}, "Alice Liddell");
  const message = {};
  for (let length = 1; length <= 500; length++) entries.note(message, `${length} changes`);
  expect(entries.texts()).toHaveLength(11);
  expect(entries.texts()[0]).toBe("Alice Liddell");
});

it("keeps of so many fields only, the last ones, and not too much of each", () => {
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

it("tells by another array that there is something new", () => {
  const entries = createTypedValues();
  const before = entries.texts();
  expect(entries.texts()).toBe(before);
  entries.note({}, "something");
  expect(entries.texts()).not.toBe(before);
});
