import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  archiveAddress,
  archivedFilePath,
  archivedPagePath,
  archiveSrcset,
  archiveStyles,
  srcsetAddresses,
  stylesAddresses,
} from "./archive.ts";

const MOMENT = { origin: "https://trellis.example", at: 1_700_000_000_000 };
const FILES = "/console/archive/files/1700000000000";

describe("archived addresses", () => {
  it("point to the site's own files at a time, including the query", () => {
    expect(archivedPagePath("ab_c-1")).toBe("/console/archive/pages/ab_c-1");
    expect(archivedFilePath("/images?source=a.png", 5.5)).toBe(
      "/console/archive/files/5/images?source=a.png",
    );
    expect(archiveAddress("/assets/a.css", MOMENT)).toBe(`${FILES}/assets/a.css`);
    expect(archiveAddress("https://trellis.example/images?a=1&b=2#c", MOMENT)).toBe(
      `${FILES}/images?a=1&b=2#c`,
    );
  });

  it.each([
    "//elsewhere.example/a.png",
    "/\\elsewhere.example/a.png",
    "https://trellis.example.evil/a.png",
    "data:image/png;base64,AA==",
    "./beside.woff2",
    "#part",
    "",
    `${FILES}/assets/a.css`,
  ])("leave %j unchanged", (url) => {
    expect(archiveAddress(url, MOMENT)).toBe(url);
  });

  it("never leave the archive for any path", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webPath(),
          fc.string().map((text) => `/${text}`),
        ),
        (path) => {
          const archived = archiveAddress(path, MOMENT);
          if (archived === path) return;
          expect(new URL(archived, MOMENT.origin).pathname.startsWith(FILES)).toBe(true);
        },
      ),
    );
  });

  it("are rewritten in style sheets, with and without quotes and in imports", () => {
    const css = `@import "/a.css";x{src:url(/f.woff2) format("woff2"),url("https://trellis.example/g.svg#h")}y{b:url('./c.png')}`;
    expect(stylesAddresses(css)).toEqual([
      "/a.css",
      "/f.woff2",
      "https://trellis.example/g.svg#h",
      "./c.png",
    ]);
    expect(archiveStyles(css, MOMENT)).toBe(
      `@import "${FILES}/a.css";x{src:url(${FILES}/f.woff2) format("woff2"),url("${FILES}/g.svg#h")}y{b:url('./c.png')}`,
    );
  });

  it("are rewritten in srcset, including addresses with commas", () => {
    const srcset = "/images?a=1,2 100w, https://elsewhere.example/b 2x,\n/c.png 1.5x";
    expect(srcsetAddresses(srcset)).toEqual(["/images?a=1,2", "https://elsewhere.example/b", "/c.png"]);
    expect(archiveSrcset(srcset, MOMENT)).toBe(
      `${FILES}/images?a=1,2 100w, https://elsewhere.example/b 2x,\n${FILES}/c.png 1.5x`,
    );
    expect(srcsetAddresses("/a.png")).toEqual(["/a.png"]);
    expect(srcsetAddresses("/a.png, /b.png 2x,/c.png 3x")).toEqual(["/a.png", "/b.png", "/c.png"]);
    expect(srcsetAddresses(" ,, ")).toEqual([]);
  });

  it("are found in linear time in any text", () => {
    for (const hostile of [",", ", ", "a,", "url(", 'url("', "url( ", "@import ", "@import '"]) {
      const text = hostile.repeat(40_000);
      expect(archiveStyles(text, MOMENT)).toBe(text);
      expect(archiveSrcset(text, MOMENT)).toBe(text);
    }
  });

  it("preserve the text around them", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab,, \n1x/") }), (text) => {
        const away = { ...MOMENT, origin: "https://elsewhere.example" };
        expect(archiveSrcset(text.replaceAll("/", "b"), away)).toBe(text.replaceAll("/", "b"));
      }),
    );
  });

  it("do not change when rewritten again", () => {
    const once = archiveStyles("a{b:url(/c.png)}", MOMENT);
    expect(archiveStyles(once, { ...MOMENT, at: 1 })).toBe(once);
  });
});
