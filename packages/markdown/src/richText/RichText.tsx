import { documentToReactComponents, type RenderNode } from "@contentful/rich-text-react-renderer";
import {
  BLOCKS,
  type Block,
  type Document,
  INLINES,
  type Inline,
  MARKS,
  type Text,
} from "@contentful/rich-text-types";
import type { ContentTag, RichTextNode } from "@marquee/contract";
import { Anchor } from "@marquee/ui";
import { createElement, type ReactNode } from "react";
import { imageAddress, linkAddress } from "../markdown/addresses.ts";
import { TextImage } from "../markdown/ContentImage.tsx";
import { PLAIN_LINK } from "../markdown/ContentLink.tsx";
import { elementStyles } from "../markdown/elementStyles.ts";
import { ScrollingTable } from "../markdown/ScrollingTable.tsx";

type Node = Block | Inline | Text;

/** Renders a rich-text document (specification, section 3) that was validated by `checkRichText`. */
export function RichText({ document }: { document: RichTextNode }) {
  return documentToReactComponents(asDocument(document), {
    renderNode: RENDER_NODE,
    renderMark: RENDER_MARK,
  });
}

/** Casts to Contentful's type. Our nodes have URLs where Contentful's have references; `checkRichText` guarantees the rest. */
function asDocument(document: RichTextNode): Document {
  return document as Document;
}

type NodeRenderer = RenderNode[string];

/** The server adds test IDs to headings and paragraphs of some pages. */
function as(tag: ContentTag): NodeRenderer {
  return ({ data: { testId } }, children) =>
    createElement(tag, { className: elementStyles(tag), "data-testid": testId }, children);
}

function cell(tag: "th" | "td"): NodeRenderer {
  return ({ data }, children) => {
    const props = { colSpan: data.colspan, rowSpan: data.rowspan, className: elementStyles(tag) };
    return createElement(tag, props, children);
  };
}

function link(member: "uri" | "canonical" | "url"): NodeRenderer {
  return ({ data }, children) => <RichTextLink href={String(data[member])}>{children}</RichTextLink>;
}

/** Level-1 headings become level 2, because the title is the page's only level-1 heading. */
const RENDER_NODE: RenderNode = {
  [BLOCKS.PARAGRAPH]: as("p"),
  [BLOCKS.HEADING_1]: as("h2"),
  [BLOCKS.HEADING_2]: as("h2"),
  [BLOCKS.HEADING_3]: as("h3"),
  [BLOCKS.HEADING_4]: as("h4"),
  [BLOCKS.HEADING_5]: as("h5"),
  [BLOCKS.HEADING_6]: as("h6"),
  [BLOCKS.UL_LIST]: as("ul"),
  [BLOCKS.OL_LIST]: as("ol"),
  [BLOCKS.LIST_ITEM]: as("li"),
  [BLOCKS.QUOTE]: as("blockquote"),
  [BLOCKS.HR]: () => <hr className={elementStyles("hr")} />,
  [BLOCKS.TABLE]: (node, children) => <RichTextTable table={node}>{children}</RichTextTable>,
  [BLOCKS.TABLE_ROW]: as("tr"),
  [BLOCKS.TABLE_HEADER_CELL]: cell("th"),
  [BLOCKS.TABLE_CELL]: cell("td"),
  [BLOCKS.EMBEDDED_ASSET]: ({ data }) => <RichTextAsset data={data} />,
  [INLINES.HYPERLINK]: link("uri"),
  [INLINES.ENTRY_HYPERLINK]: link("canonical"),
  [INLINES.ASSET_HYPERLINK]: link("url"),
};

const MARK_TAGS: Partial<Record<MARKS, ContentTag>> = {
  [MARKS.BOLD]: "strong",
  [MARKS.ITALIC]: "em",
  [MARKS.UNDERLINE]: "u",
  [MARKS.CODE]: "code",
  [MARKS.SUPERSCRIPT]: "sup",
  [MARKS.SUBSCRIPT]: "sub",
  [MARKS.STRIKETHROUGH]: "s",
};

const RENDER_MARK = Object.fromEntries(
  Object.entries(MARK_TAGS).map(([mark, tag]) => [
    mark,
    (text: ReactNode) => createElement(tag, { className: elementStyles(tag) }, text),
  ]),
);

interface RichTextAssetProps {
  /** `{ url, width, height, description }`, validated by `checkRichText`, and the `version` of an image below `content/images`. */
  data: Record<string, unknown>;
}

/** An image embedded in a rich text. */
function RichTextAsset({ data }: RichTextAssetProps) {
  const source = imageAddress(String(data.url));
  if (source === null) return null;
  const image = {
    alt: String(data.description),
    width: Number(data.width),
    height: Number(data.height),
    ...(data.version !== undefined && { version: String(data.version) }),
  };
  return (
    <div className={elementStyles("figure")}>
      <TextImage source={source} {...image} />
    </div>
  );
}

/** A link in a rich text, with the same rules as in markdown. An unsafe link is rendered as text. */
function RichTextLink({ href, children }: { href: string; children: ReactNode }) {
  const address = linkAddress(href);
  if (address === null) return children;
  return (
    <Anchor href={address} className={PLAIN_LINK}>
      {children}
    </Anchor>
  );
}

/** A rich text table. Its first row is the header. */
function RichTextTable({ table, children }: { table: Node; children: ReactNode }) {
  const cells = contentOf(contentOf(table)[0]);
  const label = cells.map((cell) => textOf(cell).trim()).filter(Boolean);
  return (
    <ScrollingTable label={label.join(", ")}>
      <tbody>{children}</tbody>
    </ScrollingTable>
  );
}

function contentOf(node: Node | undefined): Node[] {
  return node && "content" in node ? node.content : [];
}

function textOf(node: Node): string {
  return "value" in node ? node.value : contentOf(node).map(textOf).join("");
}
