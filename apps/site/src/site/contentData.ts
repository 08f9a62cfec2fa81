import type {
  Collection,
  ContentEntry,
  ContentNode,
  ContentPage,
  PageImage,
  RichTextNode,
  SitemapEntry,
} from "@marquee/contract";

/** ID of the JSON script element that carries {@link ContentData} to the browser. */
export const CONTENT_ID = "marquee-content";

/** An image that an entry names, and the same for dark pages if there is one. */
export interface EntryImage extends PageImage {
  source: string;
  dark?: { source: string; version: string };
}

/** An entry of a list with the data to display its image. */
export interface ListedEntry extends Omit<ContentEntry, "image"> {
  image?: EntryImage;
}

/** A page that an editor wrote, as sent to the browser. Markdown is compiled to nodes, so that its parser stays on the server. */
export interface ContentData
  extends Omit<ContentPage, "slug" | "pageId" | "hidden" | "body" | "image" | "entries"> {
  image?: EntryImage;
  entries?: ListedEntry[];
  /** How a list shows its entries. */
  order?: Collection["order"];
  /** Page ID for tests and measurement (`pageIdOf`). */
  id: string;
  alternates: SitemapEntry["alternates"];
  body: { format: "nodes"; nodes: ContentNode[] } | { format: "richText"; document: RichTextNode };
}

/**
 * The editor-written page that this document was served with.
 * @returns null if the document has none or its path differs: every other such page is a separate document.
 */
export function readContentData(path: string): ContentData | null {
  if (typeof document === "undefined") return null;
  const json = document.getElementById(CONTENT_ID)?.textContent;
  if (!json) return null;
  const data = JSON.parse(json) as ContentData;
  return data.path === path ? data : null;
}
