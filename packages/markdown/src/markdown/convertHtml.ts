import { CONTENT_TAGS, type ContentNode, type ContentTag } from "@marquee/contract";
import { type MarkdownToJSX, RuleType } from "markdown-to-jsx/html";
import { linkAddress } from "./addresses.ts";
import { readAttributes } from "./attributes.ts";
import { type AstNode, type Conversion, convertImage, element, LINK_EXAMPLE } from "./conversion.ts";
import type { Place } from "./nesting.ts";

/** Elements that are removed with their text, because it is code or fallback content. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  (
    "script style iframe frame frameset object embed applet portal fencedframe " +
    "base meta link title head noscript noembed noframes template slot " +
    "svg math canvas audio video source track param textarea select xmp plaintext"
  ).split(" "),
);
const KNOWN: ReadonlySet<string> = new Set(CONTENT_TAGS);
/** Elements that only markdown syntax can create, not HTML. */
const NOT_WRITTEN: ReadonlySet<string> = new Set(["task"]);
const HTML_EXAMPLE = `<a href="/pricing" data-icon-link="more">See plans</a>`;

/** Elements that are replaced by another one. */
const STANDS_FOR: Readonly<Record<string, ContentTag>> = { h1: "h2", tfoot: "tbody", strike: "del" };
const TAG_PATTERN = /<[^<>]*>/g;
/** Lines between two tags with more tags are reduced to text, because the parser recurses for each level. */
const MAX_INLINE_TAGS = 100;
const HAS_TAG_PATTERN = /<\/?[a-z][^<>]*>/i;
const EMPTY: ReadonlySet<ContentTag> = new Set<ContentTag>(["br", "hr"]);

type HtmlNode = MarkdownToJSX.HTMLNode | MarkdownToJSX.HTMLSelfClosingNode;
type Attributes = ReturnType<typeof readAttributes>;

/** Converts raw HTML in markdown. Keeps allowlisted elements with their allowed attributes; of others, keeps the children or nothing. */
export function convertHtml(node: HtmlNode, place: Place, conversion: Conversion): ContentNode[] {
  const name = node.tag.toLowerCase();
  if (LEFT_OUT.has(name)) {
    conversion.report(`<${node.tag}`, `The element <${name}> is not shown.`, HTML_EXAMPLE);
    return [];
  }
  const tag = tagOf(name);
  const children = childrenOf(node, conversion);
  // A self-closing element without children, or a closing tag without an opening one.
  const isAlone = node.type === RuleType.htmlSelfClosing && name !== "img" && !(tag && EMPTY.has(tag));
  if (!tag || isAlone) return conversion.convert(children, place);
  return convertKnown(
    { tag, node, children, attributes: readAttributes(tag, node.attrs), place },
    conversion,
  );
}

/**
 * The children of an element. The parser does not parse elements nested ten levels deep on one line; only their text is kept. It also leaves
 * the lines between two tags unparsed.
 */
function childrenOf(node: HtmlNode, { parseInline }: Conversion): readonly AstNode[] {
  if (!("children" in node)) return [];
  const { children = [], text = "" } = node;
  const [child] = children;
  if (!child) {
    const written = withoutTags(text);
    return written.text === "" ? [] : [written];
  }
  const isUnparsed = children.length === 1 && child.type === RuleType.text && child.text === text.trim();
  if (!isUnparsed || !HAS_TAG_PATTERN.test(text)) return children;
  const tags = text.split("<", MAX_INLINE_TAGS + 2).length - 1;
  return tags > MAX_INLINE_TAGS ? [withoutTags(text)] : parseInline(child.text);
}

function withoutTags(text: string): MarkdownToJSX.TextNode {
  return { type: RuleType.text, text: text.replace(TAG_PATTERN, " ").trim() };
}

interface KnownElement {
  tag: ContentTag;
  node: HtmlNode;
  children: readonly AstNode[];
  attributes: Attributes;
  place: Place;
}

function convertKnown(htmlElement: KnownElement, conversion: Conversion): ContentNode[] {
  const { tag, node, children, attributes, place } = htmlElement;
  const convertChildren = (below: Place) => conversion.convert(children, below);
  if (tag === "img")
    return [...convertImage(writtenImage(attributes), place, conversion), ...convertChildren(place)];
  if (tag === "pre") return element({ tag, place }, () => ["text" in node ? (node.text ?? "") : ""]);
  if (tag === "a") return convertWrittenLink(htmlElement, conversion);
  if (tag === "table") return convertWrittenTable(htmlElement, conversion);
  if (EMPTY.has(tag)) return [...element({ tag, place }, () => []), ...convertChildren(place)];
  if ("data-icon-list" in attributes || children.some(isList))
    return convertListFrame(htmlElement, conversion);
  return element({ tag, attributes, place }, convertChildren);
}

function tagOf(name: string): ContentTag | null {
  if (Object.hasOwn(STANDS_FOR, name)) return STANDS_FOR[name] ?? null;
  return KNOWN.has(name) && !NOT_WRITTEN.has(name) ? (name as ContentTag) : null;
}

function writtenImage({ src, alt, title, width, height }: Attributes) {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const pixels = (value: unknown) => (typeof value === "number" ? value : undefined);
  return {
    src: text(src) ?? null,
    alt: text(alt),
    title: text(title),
    width: pixels(width),
    height: pixels(height),
  };
}

function convertWrittenLink(
  { attributes, children, place }: KnownElement,
  conversion: Conversion,
): ContentNode[] {
  const convertChildren = (below: Place) => conversion.convert(children, below);
  const href = linkAddress(typeof attributes.href === "string" ? attributes.href : null);
  if (href !== null)
    return element({ tag: "a", attributes: { ...attributes, href }, place }, convertChildren);
  const needle = typeof attributes.href === "string" ? attributes.href : "<a";
  conversion.report(needle, "A link has no valid address. Only its text is shown.", LINK_EXAMPLE);
  return convertChildren(place);
}

/** Wraps rows directly in a table in a `tbody`, as browsers do. */
function convertWrittenTable({ children, place }: KnownElement, conversion: Conversion): ContentNode[] {
  return element({ tag: "table", place }, (table) =>
    children.flatMap((child) => {
      const isRow = child.type === RuleType.htmlBlock && child.tag.toLowerCase() === "tr";
      if (!isRow) return conversion.convert([child], table);
      return element({ tag: "tbody", place: table }, (tbody) => conversion.convert([child], tbody));
    }),
  );
}

/** Moves the `data-icon-list` of a `<ul>`, `<ol>` or `<div>` around a markdown list to that list. */
function convertListFrame(frame: KnownElement, conversion: Conversion): ContentNode[] {
  const { tag, attributes, children, place } = frame;
  const isListTag = tag === "ul" || tag === "ol";
  if (isListTag && !children.some(isList)) {
    return element({ tag, attributes, place }, (below) => conversion.convert(children, below));
  }
  const icon = attributes["data-icon-list"];
  const mark = (node: ContentNode): ContentNode =>
    typeof node !== "string" && node.tag === "ul" && icon !== undefined
      ? { ...node, attributes: { ...node.attributes, "data-icon-list": icon } }
      : node;
  const convertChildren = (below: Place) => conversion.convert(children, below).map(mark);
  return isListTag ? convertChildren(place) : element({ tag, place }, convertChildren);
}

function isList({ type }: AstNode): boolean {
  return type === RuleType.unorderedList || type === RuleType.orderedList;
}
