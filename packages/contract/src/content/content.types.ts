import type { Locale } from "../kernel/locales.ts";
import type { ContentEntry, EntryField } from "./collections.ts";

/** Elements allowed in page content of any format. All others are removed. */
export const CONTENT_TAGS = [
  "p",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "blockquote",
  "hr",
  "br",
  "pre",
  "div",
  "ul",
  "ol",
  "li",
  "dl",
  "dt",
  "dd",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "figure",
  "figcaption",
  "details",
  "summary",
  "img",
  "a",
  "tt",
  "task",
  "em",
  "strong",
  "del",
  "ins",
  "mark",
  "code",
  "kbd",
  "samp",
  "var",
  "sub",
  "sup",
  "small",
  "abbr",
  "b",
  "i",
  "u",
  "s",
  "q",
  "cite",
  "dfn",
  "time",
  "span",
] as const;
export type ContentTag = (typeof CONTENT_TAGS)[number];

/**
 * A sanitized piece of page content: text, or an element of {@link CONTENT_TAGS}. Plain JSON, so it travels in the
 * document and the browser needs neither parser nor sanitizer. `task` is a checkbox that shows a state; `tt` a term
 * with a tooltip.
 */
export type ContentNode = string | ContentElement;

export interface ContentElement {
  tag: ContentTag;
  attributes?: Readonly<Record<string, string | number | boolean>>;
  children?: ContentNode[];
}

/** Original size of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Data that a page needs to display an image. */
export interface PageImage extends ImageSize {
  /** Names its bytes in URLs, see `imageVersion`. */
  version: string;
  /** Used if the page does not define an alt text. */
  alt: string;
}

/** Source of a page's content. `document` is Contentful rich text, starting with the root node. */
export type ContentBody =
  | { format: "markdown"; source: string }
  | { format: "richText"; document: RichTextNode };

/** A node of a rich-text document (specification, section 3). `nodeType` determines which properties it has. */
export interface RichTextNode {
  nodeType: string;
  data: Record<string, unknown>;
  content?: RichTextNode[];
  value?: string;
  marks?: { type: string }[];
}

/** A page written by an editor, from `content/pages` or Contentful. */
export interface ContentPage extends Partial<Record<EntryField, string>> {
  /** The same for all translations of a page, such as `privacy`. */
  slug: string;
  locale: Locale;
  /** Path with the locale's prefix, such as `/de/privacy`. */
  path: string;
  title: string;
  description: string;
  /** Overrides the page ID derived from the path. */
  pageId?: string;
  /** Date of the last significant change, as `YYYY-MM-DD`. */
  updated?: string;
  /** Whether it is hidden from visitors: neither served nor linked. */
  hidden?: boolean;
  /** The entries that visitors see, in the order of the collection, if the page is the list of a collection. */
  entries?: ContentEntry[];
  /** The list that an entry is in, if visitors see it. */
  list?: { path: string; title: string };
  body: ContentBody;
}

/** Something in a content page that was removed or repaired, reported to its editor. */
export interface ContentProblem {
  /** A line of the source (`line 12`), or the path of a node (`content.3.data.uri`). */
  place: string;
  problem: string;
  /** The correct way to write it. */
  example: string;
}
