import type { Variation } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { changesOf } from "./VariationChanges.tsx";

const variation = (value: Variation["value"]): Variation => ({ key: "b", name: "B", value, weight: 0.5 });
const text = {
  page: "home",
  path: "/",
  copy: { en: { "hero.title": "Long words", "faq.0.title": "Why?" }, de: { "hero.title": "Lange Worte" } },
  sections: ["views", "features", "faq"],
};
const content = { kind: "content", page: "home", flag: "content.home" } as const;

describe("changesOf", () => {
  it("lists texts before and after, with their language if there are several, and the whole order", () => {
    const value = { copy: { en: { "hero.title": "Short" } }, order: ["faq"] };
    expect(changesOf(content, { control: variation({}), variation: variation(value), text })).toEqual([
      { path: ["#hero › title"], before: "Long words", after: "Short" },
      {
        path: ["#Order of sections"],
        before: ["views", "features", "faq"],
        after: ["faq", "views", "features"],
      },
    ]);
    const both = { copy: { en: { "faq.0.title": "How?" }, de: { "hero.title": "Kurz" } } };
    expect(
      changesOf(content, { control: variation({}), variation: variation(both), text }).map(
        ({ path }) => path,
      ),
    ).toEqual([["#faq › 1 › title (en)"], ["#hero › title (de)"]]);
  });

  it("shows the original of a variation that was shipped, and none where the page is gone", () => {
    const value = { copy: { en: { "hero.title": "Short" } }, order: ["faq"] };
    const given = { control: variation({}), variation: variation(value) };
    const shipped = {
      ...text,
      copy: { en: { ...text.copy.en, "hero.title": "Short" } },
      sections: ["faq", "views", "features"],
      unshipped: { copy: text.copy, sections: text.sections },
    };
    expect(changesOf(content, { ...given, text: shipped })).toEqual(changesOf(content, { ...given, text }));
    expect(changesOf(content, { ...given, text: null })).toEqual([
      { path: ["#hero › title"], before: undefined, after: "Short" },
      { path: ["#Order of sections"], before: undefined, after: ["faq"] },
    ]);
  });

  it("compares targets, values, and the fields of JSON values", () => {
    const redirect = { kind: "redirect", page: "/pricing", flag: "redirect.a" } as const;
    expect(
      changesOf(redirect, { control: variation("/pricing"), variation: variation("/lp/ai"), text: null }),
    ).toEqual([{ path: ["#Page"], before: "/pricing", after: "/lp/ai" }]);
    const flag = { kind: "flag", page: "", flag: "banner" } as const;
    expect(
      changesOf(flag, {
        control: variation({ text: "Old", isOn: true }),
        variation: variation({ text: "New", isOn: true }),
        text: null,
      }),
    ).toEqual([{ path: ["#Value of banner", "text"], before: "Old", after: "New" }]);
    expect(changesOf(flag, { control: variation(true), variation: variation(true), text: null })).toEqual([]);
  });
});
