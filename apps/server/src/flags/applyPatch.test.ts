import { expect, it } from "vitest";
import { applyPatch } from "./applyPatch.ts";

it("applies text and order on top of shipped content", () => {
  const shipped = { copy: { en: { "hero.title": "One", "hero.lead": "Two" } }, order: ["faq", "views"] };
  expect(applyPatch(shipped, {})).toEqual(shipped);
  expect(applyPatch({}, shipped)).toEqual(shipped);
  expect(applyPatch(shipped, { copy: { en: { "hero.title": "New" }, de: { "hero.title": "Neu" } } })).toEqual(
    {
      copy: { en: { "hero.title": "New", "hero.lead": "Two" }, de: { "hero.title": "Neu" } },
      order: ["faq", "views"],
    },
  );
  expect(applyPatch(shipped, { order: ["views"] }).order).toEqual(["views"]);
  expect(applyPatch({}, {})).toEqual({});
});
