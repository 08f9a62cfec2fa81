import type { ContentNode, ContentTag } from "@marquee/contract";
import { type MarkdownToJSX, RuleType } from "markdown-to-jsx/html";
import { linkAddress } from "./addresses.ts";
import { type AstNode, type Conversion, convertImage, element, LINK_EXAMPLE, textOf } from "./conversion.ts";
import { convertHtml } from "./convertHtml.ts";
import { MAX_ELEMENT_DEPTH } from "./markdownLimits.ts";
import { withoutMarkers } from "./markers.ts";
import type { Place } from "./nesting.ts";

/** Converts one node of the parsed markdown. Returns nothing for unknown or unsafe nodes, and only the text of nodes that are nested too deep. */
export function convertNode(node: AstNode, place: Place, conversion: Conversion): ContentNode[] {
  if (place.depth > MAX_ELEMENT_DEPTH) return [withoutMarkers(textOf(node))];
  const wrap = (tag: ContentTag, children: readonly AstNode[], attributes = {}) =>
    element({ tag, attributes, place }, (below) => conversion.convert(children, below));
  switch (node.type) {
    case RuleType.text:
      return node.text === "" ? [] : [node.text];
    case RuleType.heading:
      return wrap(headingTag(node.level), node.children, { id: node.id });
    case RuleType.paragraph:
      return wrap("p", node.children);
    case RuleType.textFormatted:
      return wrap(formatTag(node.tag), node.children);
    case RuleType.blockQuote:
      return wrap("blockquote", node.children, node.alert ? { "data-alert": node.alert.toLowerCase() } : {});
    case RuleType.orderedList:
    case RuleType.unorderedList:
      return convertList(node, place, conversion);
    case RuleType.table:
      return convertTable(node, place, conversion);
    case RuleType.codeBlock:
      return convertCode(node, place);
    case RuleType.codeInline:
      return element({ tag: "code", place }, () => [node.text]);
    case RuleType.breakLine:
      return element({ tag: "br", place }, () => []);
    case RuleType.breakThematic:
      return element({ tag: "hr", place }, () => []);
    case RuleType.gfmTask:
      return element({ tag: "task", attributes: { checked: node.completed }, place }, () => []);
    case RuleType.link:
      return convertLink(node, place, conversion);
    case RuleType.image:
      return convertImage({ ...node, src: node.target }, place, conversion);
    case RuleType.footnoteReference:
      return convertFootnoteReference(node.target.slice(1), place, conversion);
    case RuleType.htmlBlock:
    case RuleType.htmlSelfClosing:
      return convertHtml(node, place, conversion);
    default:
      return [];
  }
}

/** Level-1 headings become level 2, because the title is the page's only level-1 heading (specification, section 2). */
function headingTag(level: 1 | 2 | 3 | 4 | 5 | 6): ContentTag {
  return level === 1 ? "h2" : `h${level}`;
}

function formatTag(tag: string): ContentTag {
  return tag === "em" || tag === "strong" || tag === "del" || tag === "mark" ? tag : "span";
}

type ListNode = MarkdownToJSX.OrderedListNode | MarkdownToJSX.UnorderedListNode;

function convertList(node: ListNode, place: Place, conversion: Conversion): ContentNode[] {
  const isOrdered = node.type === RuleType.orderedList;
  const attributes = isOrdered && node.start !== undefined && node.start !== 1 ? { start: node.start } : {};
  return element({ tag: isOrdered ? "ol" : "ul", attributes, place }, (list) =>
    node.items.flatMap((item) => element({ tag: "li", place: list }, (li) => conversion.convert(item, li))),
  );
}

/** Converts a markdown table: a header row, then rows of cells, with an alignment for each column. */
function convertTable(
  { header, cells, align }: MarkdownToJSX.TableNode,
  place: Place,
  conversion: Conversion,
): ContentNode[] {
  const row = (tag: "th" | "td", content: AstNode[][], section: Place) =>
    element({ tag: "tr", place: section }, (tr) =>
      content.flatMap((cell, column) => {
        const side = align[column];
        const attributes = { ...(tag === "th" ? { scope: "col" } : {}), ...(side ? { align: side } : {}) };
        return element({ tag, attributes, place: tr }, (below) => conversion.convert(cell, below));
      }),
    );
  return element({ tag: "table", place }, (table) => [
    ...element({ tag: "thead", place: table }, (thead) => row("th", header, thead)),
    ...element({ tag: "tbody", place: table }, (tbody) => cells.flatMap((each) => row("td", each, tbody))),
  ]);
}

function convertCode({ text, lang }: MarkdownToJSX.CodeBlockNode, place: Place): ContentNode[] {
  const attributes = lang && /^[\w+#.-]{1,20}$/.test(lang) ? { "data-language": lang } : {};
  return element({ tag: "pre", attributes, place }, (pre) =>
    element({ tag: "code", place: pre }, () => [text]),
  );
}

function convertLink(node: MarkdownToJSX.LinkNode, place: Place, conversion: Conversion): ContentNode[] {
  const href = linkAddress(node.target);
  if (href === null) {
    conversion.report(
      `[${textOf(node)}](`,
      "A link has an unsafe address. Only its text is shown.",
      LINK_EXAMPLE,
    );
    return conversion.convert(node.children, place);
  }
  const attributes = { href, ...(node.title ? { title: node.title } : {}) };
  return element({ tag: "a", attributes, place }, (below) => conversion.convert(node.children, below));
}

function convertFootnoteReference(label: string, place: Place, { refer }: Conversion): ContentNode[] {
  const reference = refer(label);
  if (!reference) return [`[^${label}]`];
  const { number, id } = reference;
  return element({ tag: "sup", attributes: { id }, place }, (sup) =>
    element({ tag: "a", attributes: { href: `#footnote-${number}` }, place: sup }, () => [String(number)]),
  );
}
