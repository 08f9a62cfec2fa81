import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNestingLimit } from "./limitNesting.ts";
import { MAX_MARKDOWN_DEPTH } from "./markdownLimits.ts";
import { limitMarkers } from "./markers.ts";

const PAGES = join(import.meta.dirname, "../../../../content/pages/en");

function limit(source: string): string {
  return source.split("\n").map(createNestingLimit()).join("\n");
}

it("limits the depth to 2500 levels (specification, section 9)", () => {
  expect(MAX_MARKDOWN_DEPTH).toBe(2500);
});

describe("createNestingLimit", () => {
  it.each([
    ["[", "\\["],
    ["<b>", "&lt;b>"],
    ["*a ", "\\*a "],
    ["__a ", "\\_\\_a "],
  ])("keeps 2500 levels of %j and escapes the next", (opening, escaped) => {
    const levels = 2500 / (opening.startsWith("__") ? 2 : 1);
    const whole = opening.repeat(levels);
    expect(limit(`${whole}leaf`)).toBe(`${whole}leaf`);
    expect(limit(`${whole}${opening}leaf`)).toBe(`${whole}${escaped}leaf`);
  });

  it("counts tags in the whole document, and brackets and emphasis in a paragraph", () => {
    const lines = Array.from({ length: 50 }, () => "[*a ".repeat(100));
    expect(limit(lines.join("\n\n"))).toBe(lines.join("\n\n"));
    expect(limit(lines.join("\n"))).toContain("\\[\\*a");
    expect(limit(`${"<div>\n\n".repeat(2500)}<div>`)).toMatch(/\n&lt;div>$/);
  });

  it("does not count elements that are closed, escaped, empty or not a tag", () => {
    const row =
      "| **a** _b_ ~~c~~ | [d](/e) ![f](g.png) | <b>h</b><br><img src=i><hr/> | \\[ \\* 1 * 2 <https://x.example> <a@b.example> [^1] |";
    const table = Array.from({ length: 3000 }, () => row).join("\n");
    expect(limit(table)).toBe(table);
  });

  it("leaves this site's pages unchanged", () => {
    const files = readdirSync(PAGES).filter((name) => name.endsWith(".md"));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const source = readFileSync(join(PAGES, file), "utf8");
      expect(limit(source)).toBe(source);
    }
  });

  it("leaves short texts unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."*_~=[]<>/ab \\\n") }), (source) => {
        expect(limit(source)).toBe(source);
      }),
    );
  });
});

describe("limitMarkers", () => {
  it("keeps 2500 markers of a line and removes the next ones", () => {
    const whole = "> - ".repeat(1250);
    expect(limitMarkers(`${whole}leaf`)).toBe(`${whole}leaf`);
    expect(limitMarkers(`${whole}> 1. * leaf`)).toBe(`${whole.trimEnd()} leaf`);
  });

  it("leaves short texts unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...">-*+1. a") }), (line) => {
        expect(limitMarkers(line)).toBe(line);
      }),
    );
  });
});
