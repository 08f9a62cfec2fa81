import { expect, it } from "vitest";
import { inertElementIds } from "./inertElementIds.ts";

let last = 0;
const element = (tagName: string, attributes: Record<string, unknown> = {}, childNodes: unknown[] = []) => {
  last += 1;
  return { type: 2, id: last, tagName, attributes, childNodes };
};
const ORIGIN = "https://a.example";
const snapshot = (node: unknown) => ({ type: 2, timestamp: 0, data: { node } });

it("returns fields and outgoing links, with their descendants", () => {
  const word = element("span");
  const quiet = [
    element("a", { href: "mailto:sales@a.example" }, [word]),
    element("a", { href: "https://b.example/" }),
    element("a", { href: "https://a.example/file", download: "" }),
    element("a", { href: "https://a.example/", target: "_blank" }),
    element("input"),
    element("div", { contenteditable: "true" }),
  ];
  const interactive = [
    element("a", { href: "https://a.example/pricing" }),
    element("a", { href: "/brain" }),
    element("p"),
  ];
  const inertIds = inertElementIds(
    snapshot(element("body", {}, [...interactive, ...quiet])),
    ORIGIN,
    new Set(),
  );
  expect(new Set(inertIds)).toEqual(new Set([word, ...quiet].map(({ id }) => id)));
});

it("returns elements that are added to them later", () => {
  const link = element("a", { href: "tel:1" });
  const label = element("b");
  const adds = [
    { parentId: 900, node: link },
    { parentId: link.id, node: label },
    { parentId: 901, node: element("b") },
  ];
  const event = { type: 3, timestamp: 0, data: { source: 0, adds } };
  expect(inertElementIds(event, ORIGIN, new Set())).toEqual([link.id, label.id]);
  expect(inertElementIds(event, ORIGIN, new Set([901])).length).toBe(3);
});
