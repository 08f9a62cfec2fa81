import type { ContentNode } from "@marquee/contract";
import { RuleType } from "markdown-to-jsx/html";
import { type AstNode, element } from "./conversion.ts";
import { type Place, TOP } from "./nesting.ts";

interface Footnote {
  /** The text between `[^` and `]`. */
  label: string;
  /** Markdown source. */
  text: string;
}

/** The footnotes that a parsed document defines, in order of their definitions. */
export function footnotesOf(nodes: readonly AstNode[]): Footnote[] {
  const collection = nodes.find((node) => node.type === RuleType.refCollection);
  if (collection?.type !== RuleType.refCollection) return [];
  return Object.entries(collection.refs)
    .filter(([name]) => name.startsWith("^"))
    .map(([name, { target }]) => ({ label: name.slice(1), text: target }));
}

/** Appends the footnotes to the text, with the IDs that the footnote references link to. */
export function appendFootnotes(
  body: ContentNode[],
  footnotes: readonly Footnote[],
  convertText: (text: string, place: Place) => ContentNode[],
): ContentNode[] {
  if (footnotes.length === 0) return body;
  const notes = element({ tag: "div", attributes: { "data-footnotes": true }, place: TOP }, (below) =>
    element({ tag: "ol", place: below }, (list) =>
      footnotes.flatMap(({ text }, index) =>
        element({ tag: "li", attributes: { id: `footnote-${index + 1}` }, place: list }, (item) =>
          convertText(text, item),
        ),
      ),
    ),
  );
  return [...body, ...notes];
}
