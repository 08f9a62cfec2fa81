import type { Json } from "@marquee/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedFields, saysSomething } from "./changedFields.ts";

const json = fc.jsonValue() as fc.Arbitrary<Json>;

describe("changedFields", () => {
  it("returns nothing for equal values, whatever the order of their fields", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(changedFields(value, structuredClone(value))).toEqual([]);
      }),
    );
    expect(changedFields({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toEqual([]);
    expect(changedFields([{ a: 1, b: 2 }], [{ b: 2, a: 1 }])).toEqual([]);
  });

  it("returns a change for different values", () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        fc.pre(JSON.stringify(before) !== JSON.stringify(after));
        const isSame = changedFields(before, after).length === 0;
        // Only the order of fields may differ without a change.
        if (isSame) expect(after).toEqual(before);
      }),
    );
  });

  it("returns each field with its old and new value", () => {
    expect(
      changedFields(
        { text: "a", link: { href: "/", children: "x" } },
        { link: { href: "/b", children: "x" }, on: true },
      ),
    ).toEqual([
      { path: ["text"], before: "a", after: undefined },
      { path: ["link", "href"], before: "/", after: "/b" },
      { path: ["on"], before: undefined, after: true },
    ]);
  });

  it("matches list items by ID and reports a new order", () => {
    const before = {
      rules: [
        { id: "1", isOn: true },
        { id: "b", isOn: true },
      ],
    };
    expect(
      changedFields(before, {
        rules: [
          { id: "b", isOn: false },
          { id: "1", isOn: true },
        ],
      }),
    ).toEqual([
      { path: ["rules", "#b", "isOn"], before: true, after: false },
      { path: ["rules", "order"], before: ["#1", "#b"], after: ["#b", "#1"] },
    ]);
    expect(changedFields(before, { rules: [{ id: "b", isOn: true }] })).toEqual([
      { path: ["rules", "#1"], before: { id: "1", isOn: true }, after: undefined },
    ]);
  });

  it("labels list items by description or name, if they have one", () => {
    const rules = (isOn: boolean) => ({ rules: [{ id: "a1", description: "Norway first", isOn }] });
    expect(changedFields(rules(true), rules(false)).map(({ path }) => path)).toEqual([
      ["rules", "#Norway first", "isOn"],
    ]);
  });

  it("compares other lists as one value, and null as a value", () => {
    expect(changedFields({ paths: ["/"], from: null }, { paths: ["/", "/a"], from: 3 })).toEqual([
      { path: ["paths"], before: ["/"], after: ["/", "/a"] },
      { path: ["from"], before: null, after: 3 },
    ]);
  });
});

it("names items by their titles, or by their position rather than a random ID", () => {
  const cards = (title: string) => [
    { id: "visitors", width: "half", title },
    { id: "8851c3f3284f6adf", width: title === "" ? "full" : "half" },
  ];
  expect(changedFields({ cards: cards("") }, { cards: cards("Visitors") }).map(({ path }) => path)).toEqual([
    ["cards", "#Visitors", "title"],
    ["cards", "#item 2", "width"],
  ]);
});

it("leaves out default values of a new item", () => {
  const fields = changedFields({}, { name: "Sent", value: null, isArchived: false, tags: [], note: "" });
  expect(fields.filter(saysSomething)).toEqual([{ path: ["name"], before: undefined, after: "Sent" }]);
  expect(changedFields({ isOn: true }, { isOn: false }).filter(saysSomething)).toHaveLength(1);
});
