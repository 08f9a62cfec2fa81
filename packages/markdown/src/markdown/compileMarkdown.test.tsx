import type { ContentNode, ContentProblem } from "@marquee/contract";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ContentNodes } from "./ContentNodes.tsx";
import { compileMarkdown, type MarkdownOptions } from "./compileMarkdown.ts";
import { contentText } from "./contentText.ts";
import { MAX_ELEMENT_DEPTH } from "./markdownLimits.ts";
import { findThreats } from "./testing/findThreats.ts";
import { HOSTILE_MARKDOWN } from "./testing/hostileMarkdown.ts";
import { mixedMarkdown } from "./testing/mixedMarkdown.ts";
import { NESTED_MARKDOWN } from "./testing/nestedMarkdown.ts";
import { PATHOLOGICAL_MARKDOWN } from "./testing/pathologicalMarkdown.ts";

const findImage = () => ({ width: 800, height: 600, version: "v1", alt: "" });
const compile = (source: string, options: MarkdownOptions = {}) =>
  compileMarkdown(source, { findImage, ...options });
const render = (source: string) => renderToStaticMarkup(<ContentNodes nodes={compile(source)} />);

function problemsOf(source: string, options: MarkdownOptions = {}): ContentProblem[] {
  const problems: ContentProblem[] = [];
  compile(source, { ...options, onProblem: (problem) => problems.push(problem) });
  return problems;
}

function depthOf(nodes: readonly ContentNode[]): number {
  return Math.max(
    0,
    ...nodes.map((node) => (typeof node === "string" ? 0 : 1 + depthOf(node.children ?? []))),
  );
}

/** All text, with one space between elements and lines. */
function wordsOf(nodes: readonly ContentNode[]): string {
  const texts = nodes.map((node) => (typeof node === "string" ? node : wordsOf(node.children ?? [])));
  return texts
    .join(" ")
    .split(/[ \n]+/)
    .filter(Boolean)
    .join(" ");
}

describe("hostile markdown", () => {
  it("has at least 60 samples", () => {
    expect(new Set(HOSTILE_MARKDOWN).size).toBeGreaterThanOrEqual(60);
  });

  it.each(HOSTILE_MARKDOWN)("renders no threats: %j", (source) => {
    expect(findThreats(render(source))).toEqual([]);
    // Also tests inside a list, a quote, a table or another element.
    for (const around of [
      "- $",
      "> $",
      "<div>\n\n$\n\n</div>",
      "| a |\n|---|\n| $ |",
      "<tt text='x'>$</tt>",
    ]) {
      expect(findThreats(render(around.replace("$", () => source)))).toEqual([]);
    }
  });

  it("renders no threats from mixed samples", () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE_MARKDOWN),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }),
        fc.constantFrom("", " ", "\n", "\n\n"),
        (pieces, glue) => {
          expect(findThreats(render(pieces.join(glue)))).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("is detected by findThreats", () => {
    expect(findThreats('<p onclick="x">a</p><script>b</script><a href="javascript:x">c</a>')).toEqual([
      "p onclick",
      "<script>",
      "a href=javascript:x",
    ]);
  });
});

describe("pathological markdown", () => {
  it.each(Object.entries(PATHOLOGICAL_MARKDOWN))(
    "%s compiles to a shallow tree of limited size",
    (_name, source) => {
      const nodes = compile(source);
      expect(depthOf(nodes)).toBeLessThanOrEqual(MAX_ELEMENT_DEPTH + 2);
      expect(JSON.stringify(nodes).length).toBeLessThan(40 * source.length);
    },
  );
});

describe("nested Markdown", () => {
  it.each(Object.entries(NESTED_MARKDOWN))(
    "%s nested 10,000 levels deep compiles to a shallow tree with all words",
    (_name, nest) => {
      const nodes = compile(nest(10_000));
      expect(JSON.stringify(nodes)).toContain("leaf");
      expect(depthOf(nodes)).toBeLessThanOrEqual(MAX_ELEMENT_DEPTH + 2);
    },
  );

  it("shows no markers of quotes and lists, at any depth", () => {
    for (const marker of ["> ", ">", "- ", "1. ", "> - "])
      expect(
        compile(`${marker.repeat(10_000)} leaf`)
          .map(contentText)
          .join("")
          .trim(),
      ).toBe("leaf");
  });
});

describe("markdown", () => {
  it.each([
    ["# 日本語", ["日本語"]],
    ["## Привет мир\n\n## Привет мир", ["привет-мир", "привет-мир-1"]],
    ["# Plans & **prices**", ["plans--prices"]],
    ["# !!!\n\n# 🎉\n\n# Section", ["section", "section-1", "section-2"]],
    ["# Root\n\n# Consent title\n\n# Root", ["section-root", "section-consent-title", "section-root-1"]],
    ["# Footnote 1\n\n# \\_\\_proto\\_\\_", ["section-footnote-1", "section-__proto__"]],
    [
      "# Footnote\n\n# Footnote ref\n\n# Footnote ref",
      ["section-footnote", "section-footnote-ref", "section-footnote-ref-1"],
    ],
  ])("gives the headings of %j the ids %j", (source, ids) => {
    const html = renderToStaticMarkup(<ContentNodes nodes={compileMarkdown(source)} />);
    expect([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual(ids);
  });

  it("renders level-1 headings as level 2 and keeps other levels", () => {
    expect(render("# One\n\n## Two\n\n### Three\n\n<h1>Four</h1>").match(/<h\d/g)).toEqual([
      "<h2",
      "<h2",
      "<h3",
      "<h2",
    ]);
  });

  it("accepts only ATX headings if they are enforced", () => {
    const source = "One\n===\n\nTwo\n---\n\n> Three\n> ===\n\n#Four\n\n# Five\n\n```\na\n===\n```";
    const headings = (enforceAtxHeadings: boolean) =>
      compile(source, { enforceAtxHeadings }).flatMap((node) =>
        typeof node !== "string" && /^h\d$/.test(node.tag) ? [node.children?.join("")] : [],
      );
    expect(headings(true)).toEqual(["Five"]);
    expect(headings(false)).toEqual(["One", "Two", "Four", "Five"]);
    expect(render(source)).toContain('<code class="');
    expect(render("```\na\n===\n```")).toContain("a\n===</code>");
  });

  it("keeps the icons of links and checklists", () => {
    expect(compile('<a href="/pricing" data-icon-link="more">See *plans*</a>')).toEqual([
      {
        tag: "p",
        children: [
          {
            tag: "a",
            attributes: { href: "/pricing", "data-icon-link": "more" },
            children: ["See ", { tag: "em", children: ["plans"] }],
          },
        ],
      },
    ]);
    expect(compile('<ul data-icon-list="checklist">\n\n- One\n- Two\n\n</ul>')).toEqual([
      {
        tag: "ul",
        attributes: { "data-icon-list": "checklist" },
        children: [
          { tag: "li", children: ["One"] },
          { tag: "li", children: ["Two"] },
        ],
      },
    ]);
  });

  it("keeps a term's text with entities decoded once, and its side if it is valid", () => {
    expect(
      compile('<tt text="A &amp;amp; B" side="left">term</tt> <tt text="C" side="up">other</tt>'),
    ).toEqual([
      {
        tag: "p",
        children: [
          { tag: "tt", attributes: { text: "A &amp; B", side: "left" }, children: ["term"] },
          " ",
          { tag: "tt", attributes: { text: "C" }, children: ["other"] },
        ],
      },
    ]);
  });

  it("shows a term's explanation in its theme, and with the page if it is open", () => {
    const [open, closed] = ["open", ""].map((word) => compile(`<tt text="A" theme="purple" ${word}>b</tt>`));
    expect(open).toEqual([
      {
        tag: "p",
        children: [{ tag: "tt", attributes: { text: "A", theme: "purple", open: true }, children: ["b"] }],
      },
    ]);
    expect(JSON.stringify(closed)).not.toContain("open");
    expect(render('<tt text="A" theme="purple">b</tt>')).toContain("oklch(0.42_0.17_295)");
  });

  it("never nests elements in a way that browsers would change", () => {
    const html = render(
      [
        "Text <div>block <p>in a line</p></div>",
        '<p>a<p>b</p></p> <a href="/a">x <a href="/b">y</a></a>',
        "<table><tr><td>cell</td></tr>loose</table>",
        "<li>lost</li> <td>lost</td> <summary>lost</summary>",
        "<h2>a<h3>b</h3></h2>",
      ].join("\n\n"),
    );
    expect(html).not.toMatch(/<p[^>]*>(?:(?!<\/p>).)*<(?:div|p|table|ul|h\d)[ >]/);
    expect(html).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /);
    expect(html).toMatch(/<table[^>]*><tbody><tr[^>]*><td[^>]*>cell<\/td><\/tr><\/tbody>/);
    expect(html).toMatch(/<tr[^>]*><td[^>]*>(?:<p[^>]*>)?loose/);
  });

  it("numbers footnotes by their first reference, and links back to each", () => {
    const html = render(
      "A[^b] C[^a] D[^B] E[^missing]\n\n[^a]: *First* here\n[^b]: Second here\n\n[^c]: unused",
    );
    const references = [...html.matchAll(/<sup id="([^"]*)"[^>]*><a href="([^"]*)"[^>]*>(\d+)<\/a>/g)];
    expect(references.map(([, ...parts]) => parts)).toEqual([
      ["footnote-ref-1", "#footnote-1", "1"],
      ["footnote-ref-2", "#footnote-2", "2"],
      ["footnote-ref-1-2", "#footnote-1", "1"],
    ]);
    const notes = [...html.matchAll(/<li id="(footnote-\d)".*?<\/li>/g)].map(([note, id]) => [
      id,
      note.replace(/<[^>]*>/g, ""),
      [...note.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    ]);
    expect(notes).toEqual([
      ["footnote-1", "Second here ↩ ↩2", ["#footnote-ref-1", "#footnote-ref-1-2"]],
      ["footnote-2", "First here ↩", ["#footnote-ref-2"]],
      ["footnote-3", "unused", []],
    ]);
    expect(html).toContain("E[^missing]");
  });

  it("numbers footnotes that only other footnotes refer to", () => {
    const html = render("A[^a]\n\n[^b]: last\n[^a]: see[^b]");
    expect(
      html
        .replace(/<[^>]*>/g, " ")
        .split(/\s+/)
        .join(" ")
        .trim(),
    ).toBe("A 1 see 2 ↩ last ↩");
  });

  it.each([
    ["~one~ and ~two words~", ["one", "two words"], "one and two words"],
    ["~~two~~", ["two"], "two"],
    ["~~~~~one~~~~~", [], "~~~~~one~~~~~"],
    ["a ~~~b~~~", [], "a ~~~b~~~"],
    ["1~2 and 3~4, \\~x\\~, ~ y ~, `~z~`", [], "1~2 and 3~4, ~x~, ~ y ~, ~z~"],
    ["[a](/~b/~c) https://d.example/~e/~f", [], "a https://d.example/~e/~f"],
  ])("strikes through as GitHub does: %j", (source, struck, text) => {
    const html = render(source);
    expect([...html.matchAll(/<del[^>]*>(.*?)<\/del>/g)].map(([, each]) => each)).toEqual(struck);
    expect(compile(source).map(contentText).join("")).toBe(text);
  });

  it.each([
    ["<p>x</p>\nafter p\n\nnext", "x after p next"],
    ...["div", "table", "details", "blockquote", "section"].map((tag): [string, string] => [
      `<${tag}>x</${tag}>\nafter *it*\n\nnext`,
      "x after it next",
    ]),
    ["<p>x</p> after", "x after"],
    ["<div>a</div> b <div>c</div> d", "a b c d"],
    ["<!-- c -->\nafter", "after"],
    ["<!-- c --> after", "after"],
    ["<!-- never closed", "<!-- never closed"],
    ["> <p>x</p>\n> after", "x after"],
    ["- <p>x</p>\n  after\n- y", "x after y"],
    ["<div></div>\n```\ncode\n```\n\nnext", "code next"],
    ["<div>\na <b>c</b>\n</div>", "a c"],
    ["<ul>a<li>b</li>c</ul>", "a b c"],
    ["```x``` and\n\n<p>y</p>\nz", "x and y z"],
    ["Write `</div>` and `<!-- x -->` here", "Write </div> and <!-- x --> here"],
    ["Text <details><summary>a</summary>\n\nb</details> c", "Text a b c"],
    ["| <div>a</div> b | </p> c |\n|---|---|\n| d | e |", "a b c d e"],
    ["x\n\n    <!-- a --> ~b~ <p>c</p> d\n    e", "x <!-- a --> ~b~ <p>c</p> d e"],
    [
      "- x\n\n  ```\n  <!-- a --> ~b~\n  <p>c</p>\n  d\n  ```\n\n  <p>e</p>\n  f",
      "x <!-- a --> ~b~ <p>c</p> d e f",
    ],
    ["1. x\n\n    ~~~\n    <!-- a -->\n    ~~~\n\n    y <!-- b --> z", "x <!-- a --> y z"],
    ["A <o:p></o:p>b<o:p>&nbsp;</o:p> `<o:p>`", "A b\u00a0 <o:p>"],
    ['<st1:place w:st="on">Rome</st1:place> <![if !supportLists]>x<![endif]>', "Rome x"],
    ["<?xml:namespace prefix = o />\nafter", "after"],
    ["[x](https://a.example) <https://b.example>", "x https://b.example"],
  ])("keeps all text of %j", (source, text) => {
    expect(wordsOf(compile(source))).toBe(text);
  });

  it("shows each word of mixed markdown and HTML exactly once, and no tags", () => {
    fc.assert(
      fc.property(mixedMarkdown, ({ source, words }) => {
        const text = compile(source).map(contentText).join(" ");
        expect(text.match(/w\d+q/g)?.toSorted() ?? []).toEqual(words.toSorted());
        expect(text).not.toMatch(/<\/?[a-z]/);
      }),
      { numRuns: 1000 },
    );
  });

  it("renders tasks with their state, and alerts as notes", () => {
    const html = render("- [x] done\n- [ ] open\n\n> [!TIP]\n> Try");
    expect([html.includes("☑"), html.includes("☐"), html.includes('role="note"')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("links images that the link itself contains", () => {
    expect(render("[x](data:image/png;base64,AAAA)")).toContain('href="data:image/png;base64,AAAA"');
    expect(render("[x](data:image/svg+xml;base64,AAAA)")).not.toContain("href");
  });

  it("finds images whose names have letters of any script, however they are written", () => {
    const sources: string[] = [];
    const find = (source: string) => {
      sources.push(source);
      return findImage();
    };
    compile("![a](写真/é.png) ![b](%E5%86%99%E7%9C%9F/e\u0301.png) <img src='/images/写真/%c3%a9.png'>", {
      findImage: find,
    });
    expect(new Set(sources)).toEqual(new Set(["写真/é.png"]));
    expect(sources).toHaveLength(3);
  });

  it("reports the line of each removed part, with an example", () => {
    expect(
      problemsOf("Fine\n\n[x](javascript:a)\n\n<iframe src=x></iframe>\n\n![alt](missing.png)", {
        findImage: () => null,
      }),
    ).toEqual([
      expect.objectContaining({ place: "line 3", example: "[See plans](/pricing)" }),
      expect.objectContaining({ place: "line 5", problem: "The element <iframe> is not shown." }),
      expect.objectContaining({ place: "line 7", problem: expect.stringContaining("not found") }),
    ]);
  });

  it("never throws for any text", () => {
    // The unit "binary" would first list all characters, which takes one second.
    const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(
        fc.string({ unit: character, maxLength: 400 }),
        fc.boolean(),
        (source, enforceAtxHeadings) => {
          const nodes = compile(source, { enforceAtxHeadings });
          expect(JSON.parse(JSON.stringify(nodes))).toEqual(nodes);
        },
      ),
    );
  });
});
