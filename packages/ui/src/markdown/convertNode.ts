import type { ContentNode, ContentTag, ImageSize } from "@marquee/contract";
import { type MarkdownToJSX, RuleType } from "markdown-to-jsx/html";
import { imageAddress, linkAddress } from "./addresses.ts";
import { convertHtml } from "./convertHtml.ts";
import { convertTable } from "./convertTable.ts";
import { MAX_ELEMENT_DEPTH } from "./markdownLimits.ts";
import { fitChildren, fitTag, inside, type Place } from "./nesting.ts";
import { textOf } from "./textOf.ts";

export type AstNode = MarkdownToJSX.ASTNode;

/** What the conversion of one document shares. */
export interface Conversion {
  /** Says that something was left out. `needle` is found again in the source to tell the line. */
  report(needle: string, problem: string, example: string): void;
  imageSize(source: string): ImageSize | null;
  /** Labels of footnotes in the order of their definitions. */
  footnotes: readonly string[];
}

/** Makes the part of a page's text that one node of the parsed markdown stands for; nothing where it stands for nothing safe. */
export function convertNode(node: AstNode, place: Place, conversion: Conversion): ContentNode[] {
  if (place.depth > MAX_ELEMENT_DEPTH) return [textOf(node)];
  const wrap = (tag: ContentTag, children: readonly AstNode[], attributes = {}) =>
    element({ tag, attributes, place }, (below) => convertNodes(children, below, conversion));
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

export function convertNodes(nodes: readonly AstNode[], place: Place, conversion: Conversion): ContentNode[] {
  return nodes.flatMap((node) => convertNode(node, place, conversion));
}

interface ElementParts {
  tag: ContentTag;
  attributes?: Record<string, string | number | boolean>;
  place: Place;
}

/** One element where it may stand, or what it becomes there. */
export function element(
  { tag, attributes = {}, place }: ElementParts,
  convertChildren: (below: Place) => ContentNode[],
): ContentNode[] {
  const fitting = fitTag(tag, place);
  if (fitting === null) return convertChildren(place);
  const children = fitChildren(fitting, convertChildren(inside(fitting, place)));
  return [
    {
      tag: fitting,
      ...(fitting === tag && Object.keys(attributes).length > 0 ? { attributes } : {}),
      ...(children.length > 0 ? { children } : {}),
    },
  ];
}

/** A page has one first-level heading, its title; those of the text show as level 2 (specification, section 2). */
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
    node.items.flatMap((item) =>
      element({ tag: "li", place: list }, (li) => convertNodes(item, li, conversion)),
    ),
  );
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
      "A link has an address that may not be followed; only its text is shown.",
      LINK_EXAMPLE,
    );
    return convertNodes(node.children, place, conversion);
  }
  const attributes = { href, ...(node.title ? { title: node.title } : {}) };
  return element({ tag: "a", attributes, place }, (below) => convertNodes(node.children, below, conversion));
}

export const LINK_EXAMPLE = "[See plans](/pricing)";
const IMAGE_EXAMPLE =
  "![The board on a Monday](guide/board.png), with the file at content/images/guide/board.png";

interface WrittenImage {
  src: string | null;
  alt?: string | undefined;
  title?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** An image whose size is known, written beside it or found in its file: without one the text around it would jump. */
export function convertImage(image: WrittenImage, place: Place, conversion: Conversion): ContentNode[] {
  const { alt = "", title, width, height } = image;
  const src = imageAddress(image.src);
  const size = src === null ? null : width && height ? { width, height } : conversion.imageSize(src);
  if (src === null || size === null) {
    const problem =
      src === null ? "is nowhere an image may come from" : "is not found, or its size is not known";
    conversion.report(
      image.src ?? alt,
      `The image "${image.src ?? alt}" ${problem}; its text is shown instead.`,
      IMAGE_EXAMPLE,
    );
    return alt === "" ? [] : [alt];
  }
  const attributes = { src, alt, ...size, ...(title ? { title } : {}) };
  return element({ tag: "img", attributes, place }, () => []);
}

function convertFootnoteReference(label: string, place: Place, { footnotes }: Conversion): ContentNode[] {
  const number = footnotes.indexOf(label) + 1;
  if (number === 0) return [];
  return element({ tag: "sup", place }, (sup) =>
    element({ tag: "a", attributes: { href: `#footnote-${number}` }, place: sup }, () => [String(number)]),
  );
}
