import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { completeOrder, PAGE_SECTIONS, sectionsProblem, shownSections } from "./pageSections.ts";

const HOME = (PAGE_SECTIONS.home ?? []).map(({ id }) => id);

it("has unique IDs, a first section that can't be hidden, and no duplicate title on each page", () => {
  for (const sections of Object.values(PAGE_SECTIONS)) {
    for (const values of [sections.map(({ id }) => id), sections.map(({ title }) => title)])
      expect(values).toEqual([...new Set(values)]);
    expect(sections.filter(({ isFirst }) => isFirst)).toEqual([sections[0]]);
    expect(sections[0]?.needed).toBeTruthy();
  }
});

describe("sectionsProblem", () => {
  it.each([
    ["hidden", "hero", "Hero can’t be hidden. It has the page’s heading, and visitors see it first."],
    [
      "hidden",
      "departments",
      "Departments can’t be hidden. The menu of the header leads to the departments in it.",
    ],
    ["hidden", "faqs", `This page has no section "faqs". It has hero, `],
    ["order", "__proto__", `This page has no section "__proto__".`],
  ] as const)("rejects %s %s", (field, id, problem) => {
    expect(sectionsProblem("home", field, [id])).toContain(problem);
  });

  it("rejects duplicate sections, another first one, other values and other pages", () => {
    expect(sectionsProblem("home", "order", ["hero", "faq", "faq"])).toBe(
      'The section "faq" is listed twice. Remove one.',
    );
    expect(sectionsProblem("home", "order", ["faq", "hero"])).toContain("Hero must be first.");
    for (const value of ["faq", null, 1, { faq: true }, [["faq"]], [null]])
      expect(sectionsProblem("home", "order", value)).toBe("This must be a list of section IDs.");
    for (const page of ["privacy", "__proto__", "toString"])
      expect(sectionsProblem(page, "order", [])).toContain(`There is no page ${page} with sections.`);
    expect(sectionsProblem("home", "order", ["faq"])).toBeNull();
    expect(sectionsProblem("home", "hidden", ["faq", "closing"])).toBeNull();
  });
});

describe("completeOrder", () => {
  it("is the order of the code if none is given, and keeps a complete one", () => {
    expect(completeOrder("home", [])).toEqual(HOME);
    fc.assert(
      fc.property(fc.shuffledSubarray(HOME, { minLength: HOME.length }), (order) => {
        expect(completeOrder("home", order)).toEqual(order);
      }),
    );
  });

  it("merges a published order with a release that adds and removes sections", () => {
    const published = fc.shuffledSubarray([...HOME, "removed-section", "__proto__"]);
    fc.assert(
      fc.property(published, (order) => {
        const merged = completeOrder("home", order);
        expect(merged.toSorted()).toEqual(HOME.toSorted());
        const named = order.filter((id) => HOME.includes(id));
        expect(merged.filter((id) => named.includes(id))).toEqual(named);
        // Sections missing from the order follow their predecessor in the code.
        for (const id of HOME.filter((each) => !named.includes(each)))
          expect(merged[merged.indexOf(id) - 1]).toBe(HOME[HOME.indexOf(id) - 1]);
        expect(completeOrder("home", merged)).toEqual(merged);
      }),
    );
  });
});

it("names the shown sections only if they differ from those of the code", () => {
  expect(shownSections("home", { order: HOME, hidden: [] })).toBeNull();
  expect(shownSections("home", { order: HOME, hidden: ["faq"] })).toEqual(HOME.filter((id) => id !== "faq"));
  const moved = HOME.with(1, "views").with(2, "facts");
  expect(shownSections("home", { order: moved, hidden: [] })).toEqual(moved);
});
