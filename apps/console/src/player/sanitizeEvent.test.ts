import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecordedEvent } from "./recorded.types.ts";
import { sanitizeEvent } from "./sanitizeEvent.ts";
import type { TagNames } from "./tagNames.ts";

const MOMENT = { origin: "https://trellis.example", at: 77 };
const ARCHIVE = "/console/archive/files/77";

interface Element {
  tagName: string;
  attributes?: Record<string, unknown>;
  childNodes?: unknown[];
}

/** The element after it was sanitized as part of a full snapshot. */
function sanitized({ tagName, attributes = {}, childNodes = [] }: Element): Element {
  const node = { type: 2, id: 1, tagName, attributes, childNodes };
  sanitizeEvent(
    { type: 2, timestamp: 1, data: { node: { type: 0, id: 0, childNodes: [node] } } },
    MOMENT,
    new Map(),
  );
  return node;
}
const attributesOf = (tagName: string, attributes: Record<string, unknown>) =>
  sanitized({ tagName, attributes }).attributes;

describe("elements", () => {
  it("that run, embed or change the base URL are replaced", () => {
    for (const tagName of ["script", "SCRIPT", "base", "object", "embed", "frame"]) {
      expect(
        sanitized({ tagName, attributes: { src: "https://evil.example/a.js", href: "/" } }),
      ).toMatchObject({ tagName: "noscript", attributes: {} });
    }
  });

  it("lose handlers, JavaScript URLs, refreshes and embedded documents", () => {
    expect(attributesOf("img", { onerror: "alert(1)", ONLOAD: "x()", alt: "A" })).toEqual({ alt: "A" });
    expect(attributesOf("a", { href: " javascript:alert(1)", class: "b" })).toEqual({ class: "b" });
    expect(attributesOf("a", { href: "data:text/html,x" })).toEqual({});
    expect(attributesOf("a", { href: "https://else.example/" })).toEqual({ href: "https://else.example/" });
    expect(attributesOf("meta", { "http-equiv": "refresh", content: "0;url=//evil.example" })).toEqual({
      content: "0;url=//evil.example",
    });
    expect(attributesOf("iframe", { src: "https://evil.example", srcdoc: "<script>", title: "t" })).toEqual({
      title: "t",
    });
  });

  it("load from the archive only", () => {
    expect(attributesOf("img", { src: "https://trellis.example/a.png?w=2" })).toEqual({
      src: `${ARCHIVE}/a.png?w=2`,
    });
    for (const src of ["https://evil.example/a.png", "//evil.example/a.png", "blob:x"]) {
      expect(attributesOf("img", { src }), src).toEqual({});
    }
    expect(attributesOf("img", { src: "data:image/png;base64,AA" })).toEqual({
      src: "data:image/png;base64,AA",
    });
    expect(attributesOf("img", { srcset: "/a.png 1x, https://trellis.example/b.png 2x" })).toEqual({
      srcset: `${ARCHIVE}/a.png 1x, ${ARCHIVE}/b.png 2x`,
    });
    expect(attributesOf("img", { srcset: "/a.png 1x, https://evil.example/b.png 2x" })).toEqual({});
    expect(attributesOf("link", { rel: "stylesheet", href: "https://trellis.example/a.css" })).toEqual({
      rel: "stylesheet",
      href: `${ARCHIVE}/a.css`,
    });
    expect(attributesOf("link", { rel: "stylesheet", href: "https://evil.example/a.css" })).toEqual({
      rel: "stylesheet",
    });
    expect(attributesOf("div", { style: "background: url(/a.png)" })).toEqual({
      style: `background: url(${ARCHIVE}/a.png)`,
    });
    expect(
      attributesOf("style", { _cssText: "@font-face{src:url(https://trellis.example/f.woff2)}" }),
    ).toEqual({ _cssText: `@font-face{src:url(${ARCHIVE}/f.woff2)}` });
  });

  it("become popovers that only the recording closes", () => {
    expect(attributesOf("div", { popover: "auto", rr_popover: "" })).toEqual({
      popover: "manual",
      rr_popover: "",
    });
  });

  it("keep a link's purpose only if it is a style sheet", () => {
    const hints = ["preconnect", "dns-prefetch", "preload", "modulepreload", "prefetch", "prerender", "icon"];
    for (const rel of [...hints, "stylesheet preconnect", "PRECONNECT\tStyleSheet", ["preconnect"], true]) {
      expect(
        sanitized({ tagName: "LINK", attributes: { rel, href: "/a.css" } }).attributes,
      ).not.toHaveProperty("rel");
    }
    expect(attributesOf("link", { rel: "stylesheet", REL: "preconnect" })).toEqual({ rel: "stylesheet" });
    expect(attributesOf("link", { rel: " StyleSheet\n" })).toEqual({ rel: " StyleSheet\n" });
    expect(attributesOf("a", { rel: "nofollow" })).toEqual({ rel: "nofollow" });
    // A link with recorded rules is played as an inline style sheet.
    expect(attributesOf("link", { _cssText: "a{}" })).toEqual({ _cssText: "a{}" });
  });

  it("name no other host, in any spelling of a URL", () => {
    const blank = fc.string({ unit: fc.constantFrom("\t", "\n", "\r", " ", "\0", "\x1f"), maxLength: 3 });
    const slash = fc.constantFrom("/", "\\");
    const scheme = fc.constantFrom("", "https:", "HTTP:", "ht\ntps:", "wss:");
    const parts = [blank, scheme, blank, slash, blank, slash, blank, fc.constant("evil.example/a.png")];
    fc.assert(
      fc.property(fc.tuple(...parts), (written) => {
        const address = written.join("");
        const image = attributesOf("img", { src: address, srcset: `${address} 1x, /a.png 2x` });
        const link = attributesOf("link", { rel: "stylesheet", href: address });
        for (const loaded of [image?.src, link?.href])
          expect(loaded ?? ARCHIVE).toMatch(/^\/console\/archive\//);
        for (const candidate of String(image?.srcset ?? "").split(/[\t\n\f\r ,]+/)) {
          expect(new URL(candidate, MOMENT.origin).origin, address).toBe(MOMENT.origin);
        }
      }),
      {
        examples: [
          [["", "", "", "/", "", "\\", "", "evil.example/a.png"]],
          [["", "", "", "/", "\t", "/", "", "evil.example/"]],
        ],
      },
    );
    expect(attributesOf("img", { src: ["https://evil.example/a.png"], alt: 1 })).toEqual({ alt: 1 });
  });

  it("get placeholders wherever they depend on the color scheme", () => {
    const waits = expect.stringContaining("-played-color-scheme");
    const media = "(prefers-color-scheme: dark)";
    expect(attributesOf("source", { media })).toEqual({ media: waits });
    expect(attributesOf("meta", { name: "color-scheme", content: "light dark" })).toMatchObject({
      content: waits,
    });
    expect(attributesOf("meta", { name: "color-scheme", content: "light" })).toMatchObject({
      content: "light",
    });
    expect(attributesOf("style", { _cssText: `@media ${media}{}` })).toEqual({ _cssText: waits });
    const style = { "color-scheme": "light dark" };
    expect(attributesOf("div", { style })).toEqual({ style: { "color-scheme": waits } });
    expect(attributesOf("div", { title: media })).toEqual({ title: media });
  });

  it("are marked if a recording rule blocked them", () => {
    expect(attributesOf("div", { rr_width: "10px", rr_height: "5px" })).toHaveProperty("data-replay-blocked");
    expect(attributesOf("img", { rr_width: "10px" })).not.toHaveProperty("data-replay-blocked");
  });
});

describe("changes", () => {
  const change = (data: Record<string, unknown>, names: TagNames = new Map()): Record<string, unknown> => {
    sanitizeEvent({ type: 3, timestamp: 1, data }, MOMENT, names);
    return data;
  };

  it("are sanitized like full snapshots", () => {
    const script = { type: 2, id: 5, tagName: "script", attributes: { src: "x.js" }, childNodes: [] };
    change({ source: 0, adds: [{ parentId: 1, node: script }] });
    expect(script).toMatchObject({ tagName: "noscript", attributes: {} });
    const attributes = { onclick: "x()", src: "https://evil.example/", style: { background: "url(/a.png)" } };
    expect(change({ source: 0, attributes: [{ id: 1, attributes }] }).attributes).toEqual([
      { id: 1, attributes: { style: { background: `url(${ARCHIVE}/a.png)` } } },
    ]);
    const rule = "a{background:url(/a.png)}";
    const archived = `a{background:url(${ARCHIVE}/a.png)}`;
    expect(change({ source: 8, adds: [{ rule }] }).adds).toEqual([{ rule: archived }]);
    expect(change({ source: 15, styles: [{ rules: [{ rule }] }] }).styles).toEqual([
      { rules: [{ rule: archived }] },
    ]);
    expect(change({ source: 13, set: { property: "background", value: "url(/a.png)" } }).set).toEqual({
      property: "background",
      value: `url(${ARCHIVE}/a.png)`,
    });
  });

  it("are sanitized by their element's name, and strictly if it is unknown", () => {
    const names: TagNames = new Map();
    const nodes = ["link", "A"].map((tagName, id) => ({ type: 2, id, tagName, attributes: {} }));
    const href = "https://else.example/";
    const hrefOf = (id: number) => {
      const data = { source: 0, attributes: [{ id, attributes: { href, REL: "preconnect", title: "t" } }] };
      return change(data, names).attributes;
    };
    change({ source: 0, adds: nodes.map((node) => ({ parentId: 9, node })) }, names);
    expect(hrefOf(0)).toEqual([{ id: 0, attributes: { title: "t" } }]);
    expect(hrefOf(1)).toEqual([{ id: 1, attributes: { href, title: "t" } }]);
    expect(hrefOf(2)).toEqual([{ id: 2, attributes: { title: "t" } }]);
    sanitizeEvent({ type: 2, timestamp: 1, data: { node: { type: 0, childNodes: [] } } }, MOMENT, names);
    expect(hrefOf(1)).toEqual([{ id: 1, attributes: { title: "t" } }]);
  });

  it("never set a link's purpose", () => {
    for (const rel of ["preconnect", "stylesheet", null]) {
      const names: TagNames = new Map([[1, "link"]]);
      const data = { source: 0, attributes: [{ id: 1, attributes: { rel, href: `${ARCHIVE}/a.css` } }] };
      expect(change(data, names).attributes).toEqual([{ id: 1, attributes: { href: `${ARCHIVE}/a.css` } }]);
    }
  });

  it("are handled whatever their shape", () => {
    const event = fc.record({
      type: fc.integer({ min: 0, max: 7 }),
      timestamp: fc.integer(),
      data: fc.dictionary(
        fc.constantFrom("node", "source", "adds", "attributes", "styles", "set"),
        fc.jsonValue(),
      ),
    });
    fc.assert(fc.property(event, (anyEvent) => sanitizeEvent(anyEvent as RecordedEvent, MOMENT, new Map())));
  });
});
