import type { Json } from "@marquee/contract";
import { expect, it } from "vitest";
import { countTexts, readChanges, withField } from "./contentChanges.ts";

const EN = "copy:en:home";
const DE = "copy:de:home";
const title = (value: Json, item = EN) => ({ item, pointer: "/hero/title", value, published: "Written" });

it("keeps only differences from the published values", () => {
  let value: Json = {};
  value = withField(value, title("Other"));
  value = withField(value, title("Anders", DE));
  value = withField(value, { ...title("Go"), pointer: "/hero/action" });
  const order = { item: "sections", pointer: "/home/order", published: ["a", "b"] };
  value = withField(value, { ...order, value: ["b", "a"] });
  expect(value).toEqual({
    [EN]: { "/hero/title": "Other", "/hero/action": "Go" },
    [DE]: { "/hero/title": "Anders" },
    sections: { "/home/order": ["b", "a"] },
  });
  expect([countTexts(value), countTexts(value, EN), countTexts(value, "copy:it:home")]).toEqual([3, 2, 0]);
  value = withField(value, title("Written"));
  value = withField(value, title("", DE));
  value = withField(value, { ...order, value: ["a", "b"] });
  expect(value).toEqual({ [EN]: { "/hero/action": "Go" } });
  expect(withField(value, { ...title(""), pointer: "/hero/action" })).toEqual({});
});

it("reads a value of another type as no changes", () => {
  for (const value of ["x", null, 3, ["x"]]) expect(readChanges(value)).toEqual({});
});
