import type { Json } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { countTexts, orderOf, withOrder, withText } from "./contentPatch.ts";

const page = { sections: ["facts", "views", "closing"] };
const at = (text: string, address = "hero.title", locale = "en") => ({
  locale,
  address,
  text,
  written: "Written",
});

describe("contentPatch", () => {
  it("keeps only texts that differ from the original", () => {
    let value: Json = {};
    value = withText(value, at("Other"));
    value = withText(value, at("Anders", "hero.title", "de"));
    value = withText(value, at("Go", "hero.action"));
    expect(value).toEqual({
      copy: { en: { "hero.title": "Other", "hero.action": "Go" }, de: { "hero.title": "Anders" } },
    });
    expect([countTexts(value), countTexts(value, "en"), countTexts(value, "it")]).toEqual([3, 2, 0]);
    value = withText(value, at("Written"));
    value = withText(value, at("", "hero.title", "de"));
    expect(value).toEqual({ copy: { en: { "hero.action": "Go" } } });
    expect(withText(value, at("", "hero.action"))).toEqual({});
  });

  it("keeps an order only if it differs, along with the texts", () => {
    const value = withOrder(withText({}, at("Other")), ["closing", "facts", "views"], page);
    expect(value).toEqual({ copy: { en: { "hero.title": "Other" } }, order: ["closing", "facts", "views"] });
    expect(withOrder(value, page.sections, page)).toEqual({ copy: { en: { "hero.title": "Other" } } });
  });

  it("appends unlisted sections and drops unknown ones", () => {
    expect(orderOf({ order: ["gone", "closing"] }, page)).toEqual(["closing", "facts", "views"]);
    expect(orderOf(null, page)).toEqual(page.sections);
  });
});
