import type { ContentNode, ContentPage, RichTextNode, SitemapEntry } from "@marquee/contract";

/** ID of the JSON script element that carries {@link ContentData} to the browser. */
export const CONTENT_ID = "marquee-content";

/** A page that an editor wrote, as sent to the browser. Markdown is compiled to nodes, so that its parser stays on the server. */
export interface ContentData
  extends Pick<
    ContentPage,
    "locale" | "path" | "title" | "description" | "updated" | "date" | "author" | "tags" | "entries" | "list"
  > {
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
