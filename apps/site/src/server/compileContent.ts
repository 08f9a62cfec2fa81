import {
  type ContentElement,
  type ContentNode,
  type ContentPage,
  type ContentTarget,
  faviconHost,
  pageIdOf,
  type RichTextNode,
} from "@marquee/contract";
import { compileMarkdown } from "@marquee/ui/markdown";
import type { ContentData } from "../site/contentData.ts";

/** Compiles a page's Markdown to nodes; rich text stays as it is. Server only: the Markdown parser is half the size of React. */
export function compileContent({ page, alternates, imageSize, onProblem }: ContentTarget): ContentData {
  const { slug: _slug, pageId, body, ...rest } = page;
  const id = pageIdOf(page.path, pageId);
  if (body.format === "richText") return { ...rest, id, alternates, body };
  const nodes = compileMarkdown(body.source, { imageSize, onProblem });
  return { ...rest, id, alternates, body: { format: "nodes", nodes } };
}

/** URLs of the images in a page's text, without those below `content/images`, whose size comes from the file. */
export function listImages({ body }: Pick<ContentPage, "body">): string[] {
  if (body.format === "richText") return imagesOfDocument(body.document);
  return elementsOf(compileMarkdown(body.source))
    .filter(({ tag }) => tag === "img")
    .map(({ attributes }) => String(attributes?.src));
}

/** Hosts whose icons the link cards of a page show. Rich text has no link cards. */
export function listCardHosts({ body }: Pick<ContentPage, "body">): string[] {
  if (body.format === "richText") return [];
  return elementsOf(compileMarkdown(body.source))
    .filter(({ attributes }) => attributes?.["data-icon-link"] === "card")
    .flatMap(({ attributes }) => faviconHost(String(attributes?.href)) ?? []);
}

function elementsOf(nodes: readonly ContentNode[]): ContentElement[] {
  return nodes.flatMap((node) =>
    typeof node === "string" ? [] : [node, ...elementsOf(node.children ?? [])],
  );
}

function imagesOfDocument({ nodeType, data, content = [] }: RichTextNode): string[] {
  const below = content.flatMap(imagesOfDocument);
  return nodeType === "embedded-asset-block" ? [String(data.url), ...below] : below;
}
