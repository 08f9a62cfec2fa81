import { type ContentChanges, formatPointer, type Json, listToken, PAGE_SECTIONS } from "@marquee/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeCopy } from "./changeCopy.ts";

const COPY = {
  hero: { title: "One" },
  faq: { items: [{ id: "why", question: "Why?" }, { question: "How?" }] },
  count: 3,
  isOpen: true,
};
const ITEM = "copy:en:home";
const change = (changes: ContentChanges, copy: Json = COPY) =>
  changeCopy(copy, { page: "home", locale: "en", changes });

describe("changeCopy", () => {
  it("replaces what the variation changes in this language, and leaves the rest and the original copy as they are", () => {
    const before = structuredClone(COPY);
    const changes = {
      [ITEM]: { "/hero/title": "Two", "/faq/items/why/question": "When?", "/count": 4, "/isOpen": false },
      "copy:de:home": { "/hero/title": "Zwei" },
      "copy:en:pricing": { "/hero/title": "Other" },
    };
    expect(change(changes)).toEqual({
      hero: { title: "Two" },
      faq: { items: [{ id: "why", question: "When?" }, { question: "How?" }] },
      count: 4,
      isOpen: false,
    });
    expect(COPY).toEqual(before);
    expect(change({})).toBe(COPY);
  });

  it.each<[string, Json]>([
    ["/hero/subtitle", "x"],
    ["/hero", "x"],
    ["/hero/title", 3],
    ["/hero/title", { toString: "x" }],
    ["/hero/title", null],
    ["/faq/items/0/question", "x"],
    ["/faq/items/2/question", "x"],
    ["/count", "x"],
    ["/__proto__/polluted", "x"],
    ["/constructor/name", "x"],
    ["hero.title", "x"],
    ["", "x"],
  ])("ignores %j of %j, which replaces no field by one of its kind", (pointer, value) => {
    expect(change({ [ITEM]: { [pointer]: value } })).toEqual(COPY);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  it("moves, hides and shows sections over the published ones", () => {
    const ids = PAGE_SECTIONS.home?.map(({ id }) => id) ?? [];
    const sectionsWith = (fields: Record<string, Json>, sections?: string[]) =>
      (change({ sections: fields }, sections ? { ...COPY, sections } : COPY) as { sections?: string[] })
        .sections;
    const moved = ids.with(1, "views").with(2, "facts");
    expect(sectionsWith({ "/home/order": moved })).toEqual(moved);
    expect(sectionsWith({ "/home/hidden": ["faq"] })).toEqual(ids.filter((id) => id !== "faq"));
    const published = moved.filter((id) => id !== "moving");
    expect(sectionsWith({ "/home/hidden": ["faq"] }, published)).toEqual(moved.filter((id) => id !== "faq"));
    expect(sectionsWith({ "/home/order": ids }, published)).toEqual(ids.filter((id) => id !== "moving"));
    expect(sectionsWith({ "/home/order": "faq", "/pricing/hidden": ["faq"] }, published)).toBe(published);
    expect(sectionsWith({ "/home/hidden": [3] })).toBeUndefined();
  });

  it("replaces every text by its address", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (copy) => {
        const changes: Record<string, Json> = {};
        const list = (value: Json, tokens: string[]): void => {
          if (typeof value === "string") changes[formatPointer(tokens)] = "new";
          else if (Array.isArray(value))
            value.forEach((each, index) => void list(each, [...tokens, listToken(each, index)]));
          else if (typeof value === "object" && value !== null)
            for (const [name, member] of Object.entries(value)) list(member, [...tokens, name]);
        };
        list({ copy: copy as Json }, []);
        // Two items of a list with one ID have one address.
        fc.pre(!JSON.stringify(copy).includes('"id"'));
        const texts = JSON.stringify(change({ [ITEM]: changes }, { copy: copy as Json }));
        expect(texts).toBe(
          JSON.stringify({ copy }, (_, value) => (typeof value === "string" ? "new" : value)),
        );
      }),
    );
  });
});
