import type { Json, Variation } from "@marquee/contract";
import type { ContentField } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import { type Content, changesOf } from "./VariationChanges.tsx";

const variation = (value: Variation["value"]): Variation => ({ key: "b", name: "B", value, weight: 0.5 });
const EN = "copy:en:home";
const DE = "copy:de:home";
const field = (pointer: string, section: string, label: string, value: Json): ContentField => ({
  pointer,
  section,
  label,
  value,
  kind: "text",
});
const FIELDS: Record<string, ContentField[]> = {
  [EN]: [
    field("/hero/title", "Hero", "Title", "Long words"),
    field("/faq/why/title", "FAQ", "Why: Title", "Why?"),
  ],
  [DE]: [field("/hero/title", "Hero", "Title", "Lange Worte")],
  sections: [field("/home/order", "Home", "Order", ["views", "faq"])],
};
const published: Content = { fieldsOf: (item) => FIELDS[item] ?? [], replaced: [] };
const content = { kind: "content", page: "home", flag: "content.home" } as const;

describe("changesOf", () => {
  it("lists texts before and after, with their language if there are several, and the sections", () => {
    const value = { [EN]: { "/hero/title": "Short" }, sections: { "/home/order": ["faq", "views"] } };
    const options = { control: variation({}), content: published };
    expect(changesOf(content, { ...options, variation: variation(value) })).toEqual([
      { path: ["#Hero: Title"], before: "Long words", after: "Short" },
      { path: ["#Order of sections"], before: ["Views", "FAQ"], after: ["FAQ", "Views"] },
    ]);
    const both = { [EN]: { "/faq/why/title": "How?" }, [DE]: { "/hero/title": "Kurz" } };
    expect(changesOf(content, { ...options, variation: variation(both) }).map(({ path }) => path)).toEqual([
      ["#FAQ: Why: Title (English)"],
      ["#Hero: Title (German)"],
    ]);
  });

  it("shows what a shipped variation replaced, and nothing if the page is gone", () => {
    const options = {
      control: variation({}),
      variation: variation({ [EN]: { "/hero/title": "Long words" } }),
    };
    const replaced = [{ item: EN, pointer: "/hero/title", label: "", before: "Older", after: "Long words" }];
    const [shipped] = changesOf(content, { ...options, content: { ...published, replaced } });
    expect(shipped).toMatchObject({ before: "Older", after: "Long words" });
    expect(changesOf(content, { ...options, content: { fieldsOf: () => [], replaced: [] } })).toEqual([
      { path: ["#/hero/title"], before: undefined, after: "Long words" },
    ]);
  });

  it("compares targets, values, and the fields of JSON values", () => {
    const redirect = { kind: "redirect", page: "/pricing", flag: "redirect.a" } as const;
    expect(
      changesOf(redirect, {
        control: variation("/pricing"),
        variation: variation("/lp/ai"),
        content: published,
      }),
    ).toEqual([{ path: ["#Page"], before: "/pricing", after: "/lp/ai" }]);
    const flag = { kind: "flag", page: "", flag: "banner" } as const;
    expect(
      changesOf(flag, {
        control: variation({ text: "Old", isOn: true }),
        variation: variation({ text: "New", isOn: true }),
        content: published,
      }),
    ).toEqual([{ path: ["#Value of banner", "text"], before: "Old", after: "New" }]);
    expect(
      changesOf(flag, { control: variation(true), variation: variation(true), content: published }),
    ).toEqual([]);
  });
});
