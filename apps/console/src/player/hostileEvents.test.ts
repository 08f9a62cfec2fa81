import { describe, expect, it } from "vitest";
import type { RecordedEvent } from "./recorded.types.ts";
import { sanitizeEvent } from "./sanitizeEvent.ts";
import type { TagNames } from "./tagNames.ts";

const MOMENT = { origin: "https://trellis.example", at: 77 };
const EVIL = "https://evil.example/a.png";
const STYLE_ID = 50;
const TEXT_ID = 51;
const PLAIN_ID = 52;
const DIV_ID = 53;

type Fields = Record<string, unknown>;

const element = (tagName: string, attributes: Fields = {}, childNodes: unknown[] = [], id = 9): Fields => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
});
const text = (textContent: unknown, id = 8): Fields => ({ type: 3, id, textContent });
const snapshot = (...childNodes: unknown[]): Fields => ({ node: { type: 0, id: 1, childNodes } });
const mutation = (changes: Fields): Fields => ({
  source: 0,
  adds: [],
  removes: [],
  texts: [],
  attributes: [],
  ...changes,
});

/** Sanitizes events in order, after a snapshot with a style sheet and a paragraph. Returns all of them. */
function played(...events: { type: number; data: Fields }[]): RecordedEvent[] {
  const names: TagNames = new Map();
  const page = snapshot(
    element("style", {}, [text("a{}", TEXT_ID)], STYLE_ID),
    element("div", {}, [text("b", PLAIN_ID)], DIV_ID),
  );
  return [{ type: 2, data: page }, ...events].map((event, timestamp) => {
    const recorded = structuredClone({ ...event, timestamp }) as RecordedEvent;
    sanitizeEvent(recorded, MOMENT, names);
    return recorded;
  });
}

const full = (...nodes: unknown[]) => played({ type: 2, data: snapshot(...nodes) });
/** The first element of the second event, a snapshot. */
const firstOf = ([, picture]: readonly RecordedEvent[]): Fields =>
  (picture?.data as { node: { childNodes: Fields[] } } | undefined)?.node.childNodes[0] ?? {};
const incremental = (data: Fields) => played({ type: 3, data });

/** Everything that a browser might read as a URL, with escapes resolved. */
function read(events: readonly RecordedEvent[]): string {
  return JSON.stringify(events)
    .replaceAll("\\\\", "\\")
    .replace(/\\([\da-f]{1,6}) ?/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

describe("sanitizeEvent removes other hosts", () => {
  const attributes: [string, Fields][] = [
    ["img", { src: EVIL }],
    ["img", { SRC: EVIL }],
    ["img", { srcset: `/a.png 1x, ${EVIL} 2x` }],
    ["img", { rr_dataURL: EVIL, src: "/a.png" }],
    ["img", { attributionsrc: EVIL }],
    ["img", { lowsrc: EVIL, dynsrc: EVIL }],
    ["img", { src: [EVIL], alt: { toString: EVIL } }],
    ["source", { src: EVIL, srcset: EVIL }],
    ["video", { src: EVIL, poster: EVIL }],
    ["audio", { src: EVIL }],
    ["track", { src: EVIL }],
    ["input", { type: "image", src: EVIL }],
    ["button", { formaction: EVIL }],
    ["form", { action: EVIL }],
    ["a", { ping: EVIL, href: "/" }],
    ["area", { ping: EVIL }],
    ["body", { background: EVIL }],
    ["table", { background: EVIL }],
    ["html", { manifest: EVIL }],
    ["iframe", { src: EVIL, rr_src: EVIL, srcdoc: `<img src=${EVIL}>` }],
    ["object", { data: EVIL, codebase: EVIL }],
    ["embed", { src: EVIL }],
    ["base", { href: EVIL }],
    ["script", { src: EVIL }],
    ["x:script", { src: EVIL, href: EVIL }],
    ["meta", { "http-equiv": "refresh" }],
    ["link", { rel: "stylesheet", href: EVIL }],
    ["link", { rel: "stylesheet", href: "data:text/css,@import%20'https://evil.example'" }],
    ["link", { rel: "stylesheet", href: "data:image/png,@import%20'https://evil.example'" }],
    ["link", { rel: "preload", as: "image", imagesrcset: EVIL }],
    ["link", { _cssText: `a{b:url(${EVIL})}` }],
    ["style", { _cssText: `@import "${EVIL}";` }],
    ["style", { _cssText: '@import "https:/* rr_split */\\2f/evil.example";' }],
    ["image", { href: EVIL }],
    ["image", { "xlink:href": EVIL }],
    ["use", { href: `${EVIL}#x` }],
    ["feImage", { href: EVIL }],
    ["x:image", { href: EVIL }],
    ["pattern", { href: EVIL }],
    ["linearGradient", { href: EVIL }],
    ["textPath", { href: EVIL }],
    ["mpath", { "xlink:href": EVIL }],
    ["set", { attributeName: "href", to: EVIL }],
    ["animate", { attributeName: "href", values: `#a;${EVIL}`, from: EVIL, by: "//evil.example" }],
    ["animate", { attributeName: "fill", values: `red;u\\72l(${EVIL})` }],
    ["svg", { "xml:base": EVIL }],
    ["rect", { fill: `url(${EVIL}#x)`, stroke: `url("${EVIL}#x")`, filter: `u\\72l(${EVIL}#x)` }],
    ["g", { mask: `url(${EVIL}#x)`, "clip-path": `url(${EVIL}#x)`, cursor: `url(${EVIL}), auto` }],
    [
      "path",
      { "marker-start": `url(${EVIL}#x)`, "marker-mid": `url(${EVIL})`, "marker-end": `src("${EVIL}")` },
    ],
    ["div", { style: `background:image-set("${EVIL}" 1x)` }],
    ["div", { style: `background:u\\72l(${EVIL})` }],
    ["div", { style: `--x:"${EVIL}"` }],
    ["math", { altimg: EVIL, href: EVIL }],
    ["frame", { src: EVIL }],
    ["portal", { src: EVIL }],
  ];

  it.each(attributes)("from a snapshot: %s %j", (tagName, written) => {
    expect(read(full(element(tagName, written)))).not.toContain("evil");
  });

  it.each(attributes)("from an attribute change: %s %j", (tagName, written) => {
    const node = { parentId: DIV_ID, nextId: null, node: element(tagName) };
    const change = { type: 3, data: mutation({ attributes: [{ id: 9, attributes: written }] }) };
    // A frame's document is changed through its own nodes. Attributes of blocked elements change nothing.
    const withNode = played({ type: 3, data: mutation({ adds: [node] }) }, change);
    const unknown = played(change);
    expect(read(withNode)).not.toContain("evil");
    expect(read(unknown)).not.toContain("evil");
  });

  it.each<[string, Fields]>([
    [
      "a style attribute's property",
      mutation({ attributes: [{ id: 9, attributes: { style: { background: `image-set("${EVIL}" 1x)` } } }] }),
    ],
    [
      "one with a priority",
      mutation({
        attributes: [{ id: 9, attributes: { style: { background: [`url(${EVIL})`, "important"] } } }],
      }),
    ],
    [
      "one that is a list in a list",
      mutation({ attributes: [{ id: 9, attributes: { style: { background: [[`url(${EVIL})`]] } } }] }),
    ],
    ["a variable", mutation({ attributes: [{ id: 9, attributes: { style: { "--x": `"${EVIL}"` } } }] })],
    ["the text of a style sheet", mutation({ texts: [{ id: TEXT_ID, value: `@import "${EVIL}"` }] })],
    ["a text that is a list", mutation({ texts: [{ id: TEXT_ID, value: [`@import "${EVIL}"`] }] })],
    [
      "the text of an element that is not known",
      mutation({ texts: [{ id: 999, value: `a{b:url(${EVIL})}` }] }),
    ],
    [
      "a text added to a style sheet",
      mutation({ adds: [{ parentId: STYLE_ID, node: text(`@import "${EVIL}"`) }] }),
    ],
    [
      "a list added to a style sheet",
      mutation({ adds: [{ parentId: STYLE_ID, node: text([`@import "${EVIL}"`]) }] }),
    ],
    [
      "a text added to what is not known",
      mutation({ adds: [{ parentId: 999, node: text(`@import "${EVIL}"`) }] }),
    ],
    ["an inserted rule", { source: 8, adds: [{ rule: `a{b:image-set("${EVIL}" 1x)}` }] }],
    ["an inserted rule that is a list", { source: 8, adds: [{ rule: [`a{b:url(${EVIL})}`] }] }],
    ["a replaced sheet", { source: 8, replace: `a{b:url(${EVIL})}` }],
    ["a sheet replaced at once", { source: 8, replaceSync: `a{b:url(${EVIL})}` }],
    [
      "a declaration",
      { source: 13, set: { property: "background", value: `-webkit-image-set("${EVIL}" 1x)` } },
    ],
    [
      "a declaration that is a list",
      { source: 13, set: { property: "background", value: [`url(${EVIL})`] } },
    ],
    ["a declared variable", { source: 13, set: { property: "--x", value: `"${EVIL}"` } }],
    [
      "an adopted sheet",
      { source: 15, styles: [{ styleId: 1, rules: [{ rule: `@font-face{src:url(${EVIL})}` }] }] },
    ],
    ["a font", { source: 10, family: "x", fontSource: `url(${EVIL})`, buffer: false }],
    ["a font that is a list", { source: 10, family: "x", fontSource: [`url(${EVIL})`] }],
    [
      "a drawing on a canvas",
      {
        source: 9,
        id: 1,
        commands: [{ property: "drawImage", args: [{ rr_type: "HTMLImageElement", src: EVIL }] }],
      },
    ],
    ["an element of the page's own", { source: 16, define: { name: EVIL } }],
    ["something that no recorder writes", { source: 99, src: EVIL }],
  ])("from %s", (_what, data) => {
    expect(read(incremental(data))).not.toContain("evil");
  });

  it("from the text of style elements, whatever the spelling of their name", () => {
    for (const tagName of ["style", "STYLE", "link", "svg:style"]) {
      expect(read(full(element(tagName, {}, [text(`@import "${EVIL}";`)]))), tagName).not.toContain("evil");
    }
    const cdata = { type: 4, id: 8, textContent: `@import "${EVIL}";` };
    expect(read(full(element("style", {}, [cdata])))).not.toContain("evil");
  });

  it("from a URL split between two texts of a style sheet", () => {
    const parts = ['@import "https:', "//ev", 'il.example";'].map((part, id) => text(part, 20 + id));
    const { childNodes } = firstOf(full(element("style", {}, parts))) as { childNodes: Fields[] };
    const joined = childNodes.map(({ textContent }) => textContent).join("");
    expect(joined).not.toMatch(/"https:.*evil/);
    expect(joined).toBe("@import ;//ev{}il.example{}");
  });

  it("from a text that is moved into a style sheet", () => {
    const css = `@import "${EVIL}"`;
    const [, , moved] = played(
      { type: 3, data: mutation({ texts: [{ id: PLAIN_ID, value: css }] }) },
      { type: 3, data: mutation({ adds: [{ parentId: STYLE_ID, node: text("b", PLAIN_ID) }] }) },
    );
    expect(moved?.data.adds).toEqual([]);
  });
});

describe("sanitizeEvent keeps a page's content", () => {
  it("in text about styles", () => {
    const said = `Write @import "${EVIL}" or a{b:url(${EVIL})}.`;
    const [, picture] = full(element("p", {}, [text(said)]));
    expect(JSON.stringify(picture)).toContain(JSON.stringify(said).slice(1, -1));
    const [, change] = incremental(mutation({ texts: [{ id: PLAIN_ID, value: said }] }));
    expect(change?.data.texts).toEqual([{ id: PLAIN_ID, value: said }]);
  });

  it("in attributes that load nothing", () => {
    const harmless = {
      title: EVIL,
      alt: `url(${EVIL})`,
      value: "//",
      fill: "url(#a)",
      d: "M0 0",
      values: "0 0;1 1",
    };
    expect(firstOf(full(element("rect", harmless))).attributes).toEqual(harmless);
  });
});
