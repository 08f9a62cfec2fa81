import type { ContentNode } from "@marquee/contract";
import type { MarkdownToJSX } from "markdown-to-jsx/html";
import { type AstNode, type Conversion, convertNodes, element } from "./convertNode.ts";
import type { Place } from "./nesting.ts";

/** A table of markdown: one row of headings, then rows of cells, each column with its alignment. */
export function convertTable(
  { header, cells, align }: MarkdownToJSX.TableNode,
  place: Place,
  conversion: Conversion,
): ContentNode[] {
  const row = (tag: "th" | "td", content: AstNode[][], section: Place) =>
    element({ tag: "tr", place: section }, (tr) =>
      content.flatMap((cell, column) => {
        const side = align[column];
        const attributes = { ...(tag === "th" ? { scope: "col" } : {}), ...(side ? { align: side } : {}) };
        return element({ tag, attributes, place: tr }, (below) => convertNodes(cell, below, conversion));
      }),
    );
  return element({ tag: "table", place }, (table) => [
    ...element({ tag: "thead", place: table }, (thead) => row("th", header, thead)),
    ...element({ tag: "tbody", place: table }, (tbody) => cells.flatMap((each) => row("td", each, tbody))),
  ]);
}
