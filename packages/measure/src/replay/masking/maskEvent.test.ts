import type { MaskingLevel } from "@marquee/contract";
import type { eventWithTime, serializedNodeWithId } from "@rrweb/types";
import { expect, it } from "vitest";
import { createEventMasking } from "./maskEvent.ts";

/** A node of a fake page. Only IDs, names and ancestors matter. */
interface Place {
  localName: string;
  parentNode?: Place;
  isBlocked?: boolean;
  isEntry?: boolean;
}

const body: Place = { localName: "body" };
const written: Place = { localName: "div", parentNode: body, isEntry: true };
const blocked: Place = { localName: "div", parentNode: body, isBlocked: true };
const PLACES: Record<number, Place> = {
  1: body,
  2: written,
  3: blocked,
  4: { localName: "textarea", parentNode: body },
  5: { localName: "#text", parentNode: body },
  6: { localName: "#text", parentNode: written },
  7: { localName: "#text", parentNode: { localName: "textarea", parentNode: body } },
  8: { localName: "input", parentNode: body },
};

function open(level: MaskingLevel = "mask-user-input") {
  const asPlace = (node: Node | null) => node as unknown as Place | null;
  return createEventMasking({
    level,
    maskTypedText: (text) => text.replace("typed", "***"),
    filterAddress: (address) => address.replace("secret", "…"),
    mirror: { getNode: (id) => (PLACES[id] ?? null) as unknown as Node | null },
    scopes: {
      of(node) {
        const chain: Place[] = [];
        for (let place = asPlace(node); place; place = place.parentNode ?? null) chain.push(place);
        return {
          isBlocked: !node || chain.some(({ isBlocked }) => isBlocked),
          isEntry: chain.some(({ isEntry }) => isEntry),
        };
      },
      isEntry: (node) => asPlace(node)?.isEntry === true,
    },
  });
}

const event = (type: number, data: object) => ({ type, data, timestamp: 1 }) as unknown as eventWithTime;
const text = (textContent: string, id = 90) =>
  ({ type: 3, id, textContent }) as unknown as serializedNodeWithId;
const element = (tagName: string, attributes: object, ...childNodes: serializedNodeWithId[]) =>
  ({ type: 2, id: 91, tagName, attributes, childNodes }) as unknown as serializedNodeWithId;
const mutation = (changes: object) =>
  event(3, { source: 0, adds: [], attributes: [], texts: [], removes: [], ...changes });

it("masks a full snapshot according to the level", () => {
  const page = () =>
    event(2, {
      node: {
        type: 0,
        id: 1,
        childNodes: [
          element("p", { title: "Hello" }, text("Hello")),
          element("style", { _cssText: "p{}" }, text("p{}")),
          element("textarea", {}, text("canary")),
          element("input", { value: "canary", checked: true, placeholder: "Name" }),
          { type: 5, id: 92, textContent: "canary" },
        ],
      },
    });
  const masked = (level: MaskingLevel) => {
    const seen = page();
    expect(open(level)(seen)).toBe(true);
    return (seen.data as { node: { childNodes: unknown[] } }).node.childNodes;
  };
  expect(masked("mask-user-input")).toMatchObject([
    { attributes: { title: "Hello" }, childNodes: [{ textContent: "Hello" }] },
    { attributes: { _cssText: "p{}" }, childNodes: [{ textContent: "p{}" }] },
    { childNodes: [{ textContent: "***" }] },
    { attributes: { value: "***", placeholder: "Name" } },
    { textContent: "" },
  ]);
  expect(JSON.stringify(masked("mask-user-input"))).not.toContain("checked");
  expect(masked("conservative")).toMatchObject([
    { attributes: { title: "xxxxx" }, childNodes: [{ textContent: "xxxxx" }] },
    { attributes: { _cssText: "p{}" }, childNodes: [{ textContent: "p{}" }] },
    { childNodes: [{ textContent: "***" }] },
    { attributes: { value: "***", placeholder: "xxxx" } },
    { textContent: "" },
  ]);
});

it("treats an unknown level as the stricter one", () => {
  const seen = mutation({ texts: [{ id: 5, value: "Hello" }] });
  open("allow" as MaskingLevel)(seen);
  expect(seen.data).toMatchObject({ texts: [{ value: "xxxxx" }] });
});

it("masks mutations by their context and drops those in blocked or unknown nodes", () => {
  const seen = mutation({
    adds: [
      { parentId: 1, nextId: null, node: text("Hello") },
      { parentId: 2, nextId: null, node: text("canary") },
      { parentId: 3, nextId: null, node: text("canary") },
      { parentId: 4, nextId: null, node: text("canary") },
      { parentId: 99, nextId: null, node: text("canary") },
    ],
    texts: [
      { id: 5, value: "Hello" },
      { id: 6, value: "canary" },
      { id: 7, value: "canary" },
      { id: 99, value: "canary" },
    ],
    attributes: [
      { id: 1, attributes: { title: "Hello", style: { color: "red" }, class: null, href: "/secret" } },
      { id: 2, attributes: { title: "canary", href: "/canary" } },
      { id: 3, attributes: { title: "canary" } },
      { id: 8, attributes: { value: "canary", checked: "" } },
    ],
  });
  expect(open()(seen)).toBe(true);
  expect(seen.data).toMatchObject({
    adds: [
      { parentId: 1, node: { textContent: "Hello" } },
      { parentId: 2, node: { textContent: "***" } },
      { parentId: 4, node: { textContent: "***" } },
    ],
    texts: [
      { id: 5, value: "Hello" },
      { id: 6, value: "***" },
      { id: 7, value: "***" },
    ],
    attributes: [
      { id: 1, attributes: { title: "Hello", style: { color: "red" }, class: null, href: "/…" } },
      { id: 2, attributes: { title: "***" } },
      { id: 8, attributes: { value: "***" } },
    ],
  });
  expect(JSON.stringify(seen)).not.toContain("canary");
});

it("filters URLs in styles and drops every choice, including its removal", () => {
  const style = () => ({ "--x": "1", background: "url(/secret)", color: false });
  const seen = mutation({
    adds: [{ parentId: 1, nextId: null, node: element("style", {}, text("p{b:url(/secret)}")) }],
    attributes: [
      { id: 1, attributes: { style: style(), "aria-selected": null, "aria-checked": "true", title: null } },
      { id: 2, attributes: { style: style() } },
      { id: 8, attributes: { style: "--x: 1; color: red" } },
    ],
  });
  open()(seen);
  expect(seen.data).toMatchObject({ adds: [{ node: { childNodes: [{ textContent: "p{b:url(/…)}" }] } }] });
  expect((seen.data as { attributes: unknown }).attributes).toEqual([
    { id: 1, attributes: { style: { "--x": "1", background: "url(/…)", color: false }, title: null } },
    { id: 2, attributes: { style: { background: "url(/…)", color: false } } },
    { id: 8, attributes: { style: " color: red" } },
  ]);
});

it("filters URLs in rules that scripts add or change", () => {
  const css = "p{b:url(/secret)}";
  const masked = "p{b:url(/…)}";
  const told = (data: object) => {
    const seen = event(3, data);
    return open()(seen) && seen.data;
  };
  expect(told({ source: 8, id: 1, adds: [{ rule: css, index: [0, 1] }] })).toMatchObject({
    adds: [{ rule: masked, index: [0, 1] }],
  });
  for (const name of ["replace", "replaceSync"])
    expect(told({ source: 8, styleId: 2, [name]: css })).toEqual({ source: 8, styleId: 2, [name]: masked });
  expect(told({ source: 13, id: 1, index: [0], set: { property: "--x", value: css } })).toMatchObject({
    set: { property: "--x", value: masked },
  });
  expect(told({ source: 13, id: 1, index: [0], set: { property: "x", value: null } })).toMatchObject({
    set: { value: null },
  });
  const sheet = { styleId: 2, rules: [{ rule: css, index: 0 }] };
  expect(told({ source: 15, id: 1, styleIds: [2], styles: [sheet] })).toMatchObject({
    styles: [{ rules: [{ rule: masked }] }],
  });
  expect(told({ source: 8, id: -1, adds: [{ rule: css }] })).toBe(false);
});

it("keeps the selected tab", () => {
  const tab = element("a", { role: "tab", "aria-selected": "true" });
  const seen = mutation({ adds: [{ parentId: 1, nextId: null, node: tab }] });
  open()(seen);
  expect(tab).toMatchObject({ attributes: { "aria-selected": "true" } });
});

it("masks typed values where the page shows them again", () => {
  const seen = mutation({
    adds: [{ parentId: 1, nextId: null, node: text("You typed") }],
    texts: [{ id: 5, value: "typed" }],
    attributes: [{ id: 1, attributes: { "aria-label": "typed", class: "typed" } }],
  });
  open()(seen);
  expect(seen.data).toMatchObject({
    adds: [{ node: { textContent: "You ***" } }],
    texts: [{ value: "***" }],
    attributes: [{ attributes: { "aria-label": "***", class: "typed" } }],
  });
});

it("reveals only that an input has a value", () => {
  const seen = event(3, { source: 5, id: 8, text: "canary", isChecked: true });
  expect(open()(seen)).toBe(true);
  expect(seen.data).toEqual({ source: 5, id: 8, text: "***", isChecked: false });
});

it("drops selections, canvases, plugin events and events of nodes that are not recorded", () => {
  const left = [
    event(3, { source: 14, ranges: [] }),
    event(3, { source: 9, id: 1 }),
    event(6, { plugin: "x" }),
    event(3, { source: 2, id: -1, type: 2 }),
    event(3, { source: 5, id: -1, text: "", isChecked: false }),
    mutation({ isAttachIframe: true, adds: [{ parentId: 3, nextId: null, node: text("canary") }] }),
  ];
  expect(left.map(open())).toEqual(left.map(() => false));
});

it("filters the page's URL", () => {
  const seen = event(4, { href: "https://a.example/secret", width: 1, height: 1 });
  expect(open()(seen)).toBe(true);
  expect(seen.data).toMatchObject({ href: "https://a.example/…" });
});
