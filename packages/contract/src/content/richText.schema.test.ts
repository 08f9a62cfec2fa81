import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RichTextNode } from "./content.types.ts";
import { checkRichText } from "./richText.schema.ts";
import { RICH_TEXT_RULES } from "./richTextNodes.schema.ts";

const text = (value: string, marks: string[] = []) => ({
  nodeType: "text",
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
});
const node = (nodeType: string, content: unknown[] = [], data: object = {}) => ({ nodeType, data, content });
const paragraph = (...content: unknown[]) => node("paragraph", content);
const documentOf = (...content: unknown[]) => node("document", content);
const placesOf = (value: unknown) =>
  checkRichText(value).problems.map(({ place, problem }) => [place, problem]);

const NO_CONTENT = "text is not allowed here. Its parent cannot have content.";
const EVERYTHING = documentOf(
  ...[1, 2, 3, 4, 5, 6].map((level) => node(`heading-${level}`, [text(`Level ${level}`)])),
  paragraph(
    text("bold", ["bold", "italic", "underline", "code"]),
    node("hyperlink", [text("a")], { uri: "https://example.com" }),
    node("entry-hyperlink", [text("b")], { canonical: "/pricing" }),
    node("asset-hyperlink", [text("c")], { url: "/files/a.pdf" }),
  ),
  node("unordered-list", [
    node("list-item", [paragraph(text("x")), node("ordered-list", [node("list-item", [])])]),
  ]),
  node("blockquote", [paragraph(text("quote"))]),
  node("hr"),
  node("embedded-asset-block", [], { url: "a.png", width: 10, height: 20, description: "" }),
  node("table", [
    node("table-row", [
      node("table-header-cell", [paragraph(text("h"))], { colspan: 2, rowspan: 1 }),
      node("table-cell", [paragraph(text("c"))]),
    ]),
  ]),
);

describe("checkRichText", () => {
  it("returns a valid document with every node type unchanged", () => {
    expect(checkRichText(EVERYTHING)).toEqual({ document: EVERYTHING, problems: [] });
  });

  it("decodes the entities in the description of an asset", () => {
    const data = { url: "a.png?b&amp;c", width: 10, height: 20, description: "R&amp;D" };
    const { document } = checkRichText(documentOf(node("embedded-asset-block", [], data)));
    expect(document.content?.[0]?.data).toEqual({ ...data, description: "R&D" });
  });

  it("has a valid example of every node", () => {
    for (const [nodeType, { example }] of Object.entries(RICH_TEXT_RULES)) {
      const written: RichTextNode = JSON.parse(example);
      expect(written.nodeType).toBe(nodeType);
      expect(inDocument(written)).toEqual([]);
    }
  });

  it("reports an unknown node and keeps everything around it", () => {
    const { document, problems } = checkRichText(
      documentOf(paragraph(text("a")), node("callout"), paragraph(text("b"))),
    );
    expect(document).toEqual(documentOf(paragraph(text("a")), paragraph(text("b"))));
    expect(problems).toEqual([
      {
        place: "content.1.nodeType",
        problem: 'Schema for nodeType was not found: "callout".',
        example: expect.stringContaining('"nodeType": "paragraph"'),
      },
    ]);
  });

  it.each([
    ["no document", "text", "nodeType", "Schema for nodeType was not found"],
    ["a wrong root", paragraph(), "", "paragraph is not allowed here. Use document."],
    ["no data", documentOf({ nodeType: "hr", content: [] }), "content.0", "required properties data"],
    ["no content", documentOf({ nodeType: "hr", data: {} }), "content.0", "required properties content"],
    [
      "data in a rule",
      documentOf(node("hr", [], { a: 1 })),
      "content.0.data.a",
      "This is an unknown property.",
    ],
    ["content in a rule", documentOf(node("hr", [text("a")])), "content.0.content.0", NO_CONTENT],
    [
      "an asset with content",
      documentOf(
        node("embedded-asset-block", [text("a")], { url: "a", width: 1, height: 1, description: "" }),
      ),
      "content.0.content.0",
      NO_CONTENT,
    ],
    ["a table without rows", documentOf(node("table")), "content.0.content", "at least one table-row"],
    [
      "a row without cells",
      documentOf(node("table", [node("table-row")])),
      "content.0.content.0.content",
      "at least one table-cell",
    ],
    [
      "a cell without paragraphs",
      documentOf(node("table", [node("table-row", [node("table-cell")])])),
      "content.0.content.0.content.0.content",
      "at least one paragraph",
    ],
    [
      "a colspan of 0",
      documentOf(node("table", [node("table-row", [node("table-cell", [paragraph()], { colspan: 0 })])])),
      "content.0.content.0.content.0.data.colspan",
      ">= 1",
    ],
    [
      "a text whose value is a number",
      documentOf(paragraph({ ...text("a"), value: 1 })),
      "content.0.content.0.value",
      "string",
    ],
    [
      "a link without an address",
      documentOf(paragraph(node("hyperlink", [text("a")]))),
      "content.0.content.0.data",
      "required properties uri",
    ],
    [
      "a block in a line",
      documentOf(paragraph(paragraph())),
      "content.0.content.0",
      "paragraph is not allowed here. Use text or hyperlink or entry-hyperlink or asset-hyperlink.",
    ],
  ])("reports the place of %s", (_what, value, place, problem) => {
    expect(placesOf(value)[0]).toEqual([place, expect.stringMatching(problem)]);
  });

  it("returns a valid document for any input", () => {
    const { node: anyNode } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { depthSize: "small" },
        fc.jsonValue(),
        fc.constant(text("a")),
        fc.record({
          nodeType: fc.constantFrom(
            ...Object.keys(RICH_TEXT_RULES),
            "text",
            "callout",
            "__proto__",
            "constructor",
          ),
          data: fc.constantFrom({}, { uri: "/a" }, { colspan: 2 }, { x: 1 }, null),
          content: fc.array(tie("node"), { maxLength: 4 }),
        }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(anyNode, { maxLength: 5 }), (content) => {
        const { document } = checkRichText(documentOf(...content));
        expect(checkRichText(document)).toEqual({ document, problems: [] });
      }),
    );
  });

  it("rejects nodes nested more than 60 levels deep without overflowing the stack", () => {
    let deep: unknown = paragraph(text("a"));
    for (let level = 0; level < 5000; level++) deep = node("unordered-list", [node("list-item", [deep])]);
    expect(checkRichText(documentOf(deep)).problems[0]?.problem).toBe(
      "Nodes can be nested at most 60 levels deep.",
    );
  });
});

/** Problems of a node, placed where its type is allowed. */
function inDocument(written: RichTextNode) {
  const wraps: Record<string, (inner: RichTextNode) => RichTextNode> = {
    "list-item": (inner) => documentOf(node("unordered-list", [inner])) as RichTextNode,
    "table-row": (inner) => documentOf(node("table", [inner])) as RichTextNode,
    "table-cell": (inner) => documentOf(node("table", [node("table-row", [inner])])) as RichTextNode,
    "table-header-cell": (inner) => documentOf(node("table", [node("table-row", [inner])])) as RichTextNode,
    document: (inner) => inner,
  };
  const inline = (inner: RichTextNode) => documentOf(paragraph(inner)) as RichTextNode;
  const block = (inner: RichTextNode) => documentOf(inner) as RichTextNode;
  const wrap = wraps[written.nodeType] ?? (written.nodeType.endsWith("hyperlink") ? inline : block);
  return checkRichText(wrap(written)).problems;
}
