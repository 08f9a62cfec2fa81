import { expect, it } from "vitest";
import { compareSection, selectorOf } from "./sectionRows.ts";

it("compares visitors who saw a section with those who did not", () => {
  const page = { visitors: 300, reached: 30 };
  expect(compareSection({ visitors: 100, reached: 20 }, page)).toEqual({ saw: 0.2, missed: 0.05, factor: 4 });
  expect(compareSection({ visitors: 200, reached: 30 }, page)).toEqual({
    saw: 0.15,
    missed: 0,
    factor: null,
  });
});

it("makes no comparison with few visitors", () => {
  const page = { visitors: 100, reached: 50 };
  expect(compareSection({ visitors: 29, reached: 20 }, page)).toMatchObject({ saw: null, factor: null });
  expect(compareSection({ visitors: 90, reached: 20 }, page)).toMatchObject({ missed: null, factor: null });
});

it("quotes IDs in selectors", () => {
  expect(selectorOf({ sectionId: "plans", section: "pricing/plans" })).toBe('[data-section-id="plans"]');
  expect(selectorOf({ sectionId: "", section: 'a"b\\' })).toBe('[data-section-id="a\\"b\\\\"]');
});
