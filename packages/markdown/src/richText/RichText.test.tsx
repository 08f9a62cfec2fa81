import type { RichTextNode } from "@marquee/contract";
import { checkRichText } from "@marquee/contract/schema";
import { OwnHosts } from "@marquee/ui";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { findThreats } from "../markdown/testing/findThreats.ts";
import { HOSTILE_MARKDOWN } from "../markdown/testing/hostileMarkdown.ts";
import { RichText } from "./RichText.tsx";

const text = (value: string, ...marks: string[]): RichTextNode => ({
  nodeType: "text",
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
});
const node = (nodeType: string, content: RichTextNode[] = [], data = {}): RichTextNode => ({
  nodeType,
  data,
  content,
});
const paragraph = (...content: RichTextNode[]) => node("paragraph", content);

function render(...content: RichTextNode[]): string {
  const { document } = checkRichText(node("document", content));
  const html = renderToStaticMarkup(
    <OwnHosts value={["trellis.example"]}>
      <RichText document={document} />
    </OwnHosts>,
  );
  expect(findThreats(html)).toEqual([]);
  return html.replaceAll(/ class="[^"]*"/g, "");
}

describe("RichText", () => {
  it("renders headings, level 1 as level 2", () => {
    const headings = [1, 2, 3, 4, 5, 6].map((level) => node(`heading-${level}`, [text(`${level}`)]));
    expect(render(...headings)).toBe("<h2>1</h2><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>");
  });

  it("renders marks, lists, quotes and rules", () => {
    const list = node("unordered-list", [node("list-item", [paragraph(text("a", "bold", "italic"))])]);
    const marks = ["underline", "code", "superscript", "subscript", "strikethrough"].map((mark) =>
      text("m", mark),
    );
    expect(render(list)).toBe("<ul><li><p><em><strong>a</strong></em></p></li></ul>");
    expect(render(paragraph(...marks))).toBe("<p><u>m</u><code>m</code><sup>m</sup><sub>m</sub><s>m</s></p>");
    expect(render(node("blockquote", [paragraph(text("q"))]), node("hr"))).toBe(
      "<blockquote><p>q</p></blockquote><hr/>",
    );
  });

  it("renders a table with header cells and spans, labeled by its first row", () => {
    const header = node("table-header-cell", [paragraph(text("Plan"))], { colspan: 2, rowspan: 1 });
    const cell = node("table-cell", [paragraph(text("Free"))]);
    const html = render(node("table", [node("table-row", [header]), node("table-row", [cell])]));
    expect(html).toBe(
      '<div role="group" tabindex="0" aria-label="Plan"><table><tbody><tr><th colSpan="2" rowSpan="1"><p>Plan</p></th></tr><tr><td><p>Free</p></td></tr></tbody></table></div>',
    );
  });

  it("applies the link rules to each kind of link", () => {
    const links = [
      node("hyperlink", [text("a")], { uri: "https://example.com/" }),
      node("entry-hyperlink", [text("b")], { canonical: "/pricing" }),
      node("asset-hyperlink", [text("c")], { url: "https://trellis.example/c.pdf" }),
    ];
    expect(render(paragraph(...links))).toBe(
      '<p><a href="https://example.com/" target="_blank" rel="noopener noreferrer">a</a><a href="/pricing">b</a><a href="https://trellis.example/c.pdf">c</a></p>',
    );
  });

  it("links images that the link itself contains, and no other embedded content", () => {
    const link = (uri: string) => render(paragraph(node("hyperlink", [text("a")], { uri })));
    for (const type of ["png", "jpeg", "gif", "webp", "avif"])
      expect(link(`data:image/${type};base64,AAAA`)).toBe(
        `<p><a href="data:image/${type};base64,AAAA">a</a></p>`,
      );
    for (const uri of ["data:image/svg+xml;base64,AAAA", "data:text/html,a", "data:image/png,a<b>"])
      expect(link(uri)).toBe("<p>a</p>");
  });

  it("renders an asset with its size and description", () => {
    const asset = node("embedded-asset-block", [], {
      url: "guide/board.png",
      width: 640,
      height: 480,
      description: "A board",
    });
    expect(render(asset)).toMatch(/<img [^>]*alt="A board" width="640" height="480" loading="lazy"/);
  });

  it("renders no threats from hostile texts or URLs", () => {
    fc.assert(
      fc.property(fc.constantFrom(...HOSTILE_MARKDOWN), (hostile) => {
        const address = hostile.replace(/^!?\[x\]\(/, "");
        render(
          paragraph(text(hostile), node("hyperlink", [text(hostile)], { uri: address })),
          node("embedded-asset-block", [], { url: address, width: 1, height: 1, description: hostile }),
        );
      }),
      { numRuns: 150 },
    );
  });
});
