import { completeOrder, type Json, SECTIONS_ITEM } from "@marquee/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { convertPatch, isPatch } from "./convertPatch.ts";

const IDS = completeOrder("home", []);
const [HERO = "", ...BELOW] = IDS;
const EDGES = ["facts", "closing"];

/**
 * The sections below the first one on a page with a patch: the named sections first, between those that open and close the page.
 */
function shownWithPatch(sections: readonly string[], first: readonly string[]): string[] {
  const movable = sections.filter((id) => !EDGES.includes(id));
  const named = [...new Set(first)].filter((id) => movable.includes(id));
  const moved = [...named, ...movable.filter((id) => !named.includes(id))];
  return sections.map((id) => (EDGES.includes(id) ? id : (moved.shift() ?? "")));
}

it("keeps the content of a patched page, whatever order is published and whatever is hidden", () => {
  const first = fc.array(fc.constantFrom(...BELOW, "gone", HERO), { maxLength: 8 });
  const below = fc.shuffledSubarray(BELOW, { minLength: BELOW.length });
  fc.assert(
    fc.property(below, fc.subarray(BELOW), first, (published, hidden, order) => {
      const sections = { home: { order: [HERO, ...published], hidden } };
      const items = new Map<string, Json>([[SECTIONS_ITEM, sections]]);
      const converted = convertPatch("home", { order }, items)[SECTIONS_ITEM]?.["/home/order"] as string[];
      expect(converted.toSorted()).toEqual(IDS.toSorted());
      const visibleSections = published.filter((id) => !hidden.includes(id));
      expect(converted.filter((id) => !hidden.includes(id))).toEqual([
        HERO,
        ...shownWithPatch(visibleSections, order),
      ]);
    }),
  );
});

it("finds texts as before: own members, by position in lists, and only texts", () => {
  const home = { hero: { title: "One" }, rows: [{ id: "a", text: "A" }, { text: "B" }], count: 3 };
  const items = new Map<string, Json>([["copy:en:home", home]]);
  const texts = { "hero.title": "x", "rows.0.text": "x", "rows.1.text": "x" };
  const addresses = [
    "hero",
    "count",
    "rows.0.id",
    "rows.2.text",
    "rows.length",
    "__proto__.x",
    "constructor.name",
    "",
  ];
  const en = { ...texts, ...Object.fromEntries(addresses.map((address) => [address, "x"])) };
  const patch = { copy: { en, it: texts, xx: texts } };
  expect(convertPatch("home", patch, items)).toEqual({
    "copy:en:home": { "/hero/title": "x", "/rows/a/text": "x", "/rows/1/text": "x" },
  });
});

it("distinguishes a patch from changes of content and from empty values", () => {
  expect([{ copy: {} }, { order: [] }, { copy: {}, order: [] }].map(isPatch)).toEqual([true, true, true]);
  const values: Json[] = [
    {},
    null,
    [],
    "copy",
    { sections: {} },
    { "copy:en:home": {} },
    { copy: {}, more: 1 },
  ];
  expect(values.filter(isPatch)).toEqual([]);
});
