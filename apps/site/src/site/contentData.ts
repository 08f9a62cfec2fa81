import type { ContentNode, ContentPage, RichTextNode, SitemapEntry } from "@marquee/contract";

/** Id of the inert script element that carries {@link ContentData} into the browser. */
export const CONTENT_ID = "marquee-content";

/** What the browser needs of a written page. Markdown has become elements: its parser stays on the server. */
export interface ContentData
  extends Pick<ContentPage, "locale" | "path" | "title" | "description" | "updated"> {
  /** Identifier of the page, as tests and measurement name it. */
  id: string;
  alternates: SitemapEntry["alternates"];
  body: { format: "nodes"; nodes: ContentNode[] } | { format: "richText"; document: RichTextNode };
}

/** The written page that this very document was served with, if it has the path. Others are documents of their own. */
export function readContentData(path: string): ContentData | null {
  if (typeof document === "undefined") return null;
  const json = document.getElementById(CONTENT_ID)?.textContent;
  if (!json) return null;
  const data = JSON.parse(json) as ContentData;
  return data.path === path ? data : null;
}
