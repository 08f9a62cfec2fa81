import type { Locale } from "../site/paths.ts";

/** Elements allowed in written content of any format. Everything else is removed. */
export const CONTENT_TAGS = [
  ...["p", "h2", "h3", "h4", "h5", "h6", "blockquote", "hr", "br", "pre", "div"],
  ...["ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td"],
  ...["figure", "figcaption", "details", "summary", "img", "a", "tt", "task"],
  ...["em", "strong", "del", "ins", "mark", "code", "kbd", "samp", "var", "sub", "sup", "small", "abbr"],
  ...["b", "i", "u", "s", "q", "cite", "dfn", "time", "span"],
] as const;
export type ContentTag = (typeof CONTENT_TAGS)[number];

/**
 * A piece of a page's text, already made safe: text, or an element of {@link CONTENT_TAGS}. Plain JSON, so it travels in the document
 * and the browser needs neither parser nor sanitiser. `task` is a checkbox that shows a state; `tt` a term with a tooltip.
 */
export type ContentNode = string | ContentElement;

export interface ContentElement {
  tag: ContentTag;
  attributes?: Readonly<Record<string, string | number | boolean>>;
  children?: ContentNode[];
}

/** Pixels of an image's original. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Source of a page's content. `document` is Contentful rich text, root node first. */
export type ContentBody =
  | { format: "markdown"; source: string }
  | { format: "richText"; document: RichTextNode };

/** A node of a rich-text document (specification, section 3). Which members it has follows from its `nodeType`. */
export interface RichTextNode {
  nodeType: string;
  data: Record<string, unknown>;
  content?: RichTextNode[];
  value?: string;
  marks?: { type: string }[];
}

/** A page that its editor wrote: from `content/pages`, or from Contentful. */
export interface ContentPage {
  /** The same for all translations of a page: `privacy`. */
  slug: string;
  locale: Locale;
  /** Address with the locale's prefix: `/de/privacy`. */
  path: string;
  title: string;
  description: string;
  /** Overrides the page identifier that follows from the path. */
  pageId?: string;
  /** Day of the last change in meaning, as `YYYY-MM-DD`. */
  updated?: string;
  body: ContentBody;
}

/** Something in a content page that was left out or mended, told to its editor. */
export interface ContentProblem {
  /** Where: a line of the source (`line 12`), or a node's place (`content.3.data.uri`). */
  place: string;
  problem: string;
  /** How it is written when it is right. */
  example: string;
}
