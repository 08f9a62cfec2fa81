import type { ContentNode } from "@marquee/contract";
import { RuleType } from "markdown-to-jsx/html";
import { type AstNode, type Conversion, element } from "./conversion.ts";
import { inside, type Place, TOP } from "./nesting.ts";

interface Footnote {
  /** Markdown source. */
  text: string;
  /** IDs of the references, in the order of the text. */
  references: string[];
}

/** The footnotes of a document. */
export interface Footnotes extends Pick<Conversion, "refer"> {
  /** Appends the footnotes to the text: those with references by their first one, then the others. Each links back to its references. */
  append(body: ContentNode[], convertText: (text: string, place: Place) => ContentNode[]): ContentNode[];
}

const NOTES = inside("div", TOP);
const LIST = inside("ol", NOTES);
const ITEM = inside("li", LIST);

/** Finds the footnotes that a parsed document defines. */
export function findFootnotes(nodes: readonly AstNode[]): Footnotes {
  const defined = new Map(definitionsOf(nodes));
  const referred = new Set<Footnote>();
  return {
    refer(label) {
      const note = defined.get(label.toLowerCase());
      if (!note) return null;
      referred.add(note);
      const number = [...referred].indexOf(note) + 1;
      const count = note.references.length + 1;
      const id = `footnote-ref-${number}${count > 1 ? `-${count}` : ""}`;
      note.references.push(id);
      return { number, id };
    },
    append(body, convertText) {
      if (defined.size === 0) return body;
      const texts = new Map<Footnote, ContentNode[]>();
      // Footnotes may refer to others, which are then added during the iteration.
      for (const note of referred) texts.set(note, convertText(note.text, ITEM));
      for (const note of defined.values())
        if (!texts.has(note)) texts.set(note, convertText(note.text, ITEM));
      const items = [...texts].flatMap(([{ references }, text], index) =>
        element({ tag: "li", attributes: { id: `footnote-${index + 1}` }, place: LIST }, () => [
          ...text,
          ...references.flatMap(backLink),
        ]),
      );
      const notes = element({ tag: "div", attributes: { "data-footnotes": true }, place: TOP }, () =>
        element({ tag: "ol", place: NOTES }, () => items),
      );
      return [...body, ...notes];
    },
  };
}

/** Screen readers announce the arrow's name in their own language. */
function backLink(id: string, index: number): ContentNode[] {
  const number = index > 0 ? [{ tag: "sup" as const, children: [String(index + 1)] }] : [];
  return [" ", { tag: "a", attributes: { href: `#${id}` }, children: ["↩", ...number] }];
}

const REFERENCE_PATTERN = /(\[\^[^\]\s]+\])/;

/** Converts text that looks like references in a text parsed without the definitions. Unknown ones stay text. */
export function withReferences(nodes: readonly AstNode[]): AstNode[] {
  return nodes.flatMap((node): AstNode[] => {
    if (node.type === RuleType.text)
      return node.text
        .split(REFERENCE_PATTERN)
        .map((text, index) =>
          index % 2 === 0
            ? { type: RuleType.text, text }
            : { type: RuleType.footnoteReference, target: `#${text.slice(2, -1)}`, text: text.slice(2, -1) },
        );
    if ("children" in node && Array.isArray(node.children))
      return [{ ...node, children: withReferences(node.children) } as AstNode];
    return [node];
  });
}

function definitionsOf(nodes: readonly AstNode[]): [label: string, note: Footnote][] {
  const collection = nodes.find((node) => node.type === RuleType.refCollection);
  if (collection?.type !== RuleType.refCollection) return [];
  return Object.entries(collection.refs)
    .filter(([name]) => name.startsWith("^"))
    .map(([name, { target }]) => [name.slice(1).toLowerCase(), { text: target, references: [] }]);
}
