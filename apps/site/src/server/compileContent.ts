import {
  altOf,
  type ContentElement,
  type ContentNode,
  type ContentPage,
  type ContentTarget,
  faviconHost,
  type Locale,
  type PageImage,
  pageIdOf,
  type RichTextNode,
  type SiteContent,
  type UsedImage,
} from "@marquee/contract";
import { compileMarkdown } from "@marquee/ui/markdown";
import type { ContentData } from "../site/contentData.ts";

type Images = SiteContent["images"];

/**
 * Compiles a page's Markdown to nodes; rich text gets its images' versions. Server only: the Markdown parser is half the size of React.
 * @param images by path below `content/images`.
 */
export function compileContent(
  { page, alternates, onProblem }: Omit<ContentTarget, "kind">,
  images: Images,
): ContentData {
  const { slug: _slug, pageId, body, ...rest } = page;
  const id = pageIdOf(page.path, pageId);
  const findImage = (source: string) => pageImage(images, source, page.locale);
  if (body.format === "richText") {
    const document = withImages(body.document, findImage);
    return { ...rest, id, alternates, body: { format: "richText", document } };
  }
  const nodes = compileMarkdown(body.source, { findImage, onProblem });
  return { ...rest, id, alternates, body: { format: "nodes", nodes } };
}

function pageImage(images: Images, source: string, locale: Locale): PageImage | null {
  const image = Object.hasOwn(images, source) ? images[source] : undefined;
  if (!image) return null;
  const { version, file } = image;
  return { version, width: file.width, height: file.height, alt: altOf(image, locale) };
}

/** A document whose embedded images name their bytes, have their present size and say what they show. */
function withImages(node: RichTextNode, findImage: (source: string) => PageImage | null): RichTextNode {
  const image = node.nodeType === "embedded-asset-block" ? findImage(String(node.data.url)) : null;
  const { version, width, height, alt } = image ?? {};
  const data = image
    ? { ...node.data, version, width, height, description: node.data.description || alt }
    : node.data;
  const content = node.content?.map((child) => withImages(child, findImage));
  return { ...node, data, ...(content && { content }) };
}

/** Any size, so that images below `content/images` are listed whether they exist or not. */
const ANY_IMAGE: PageImage = { width: 1, height: 1, version: "", alt: "" };

/** The images in a page's text. */
export function listImages({ body }: Pick<ContentPage, "body">): UsedImage[] {
  if (body.format === "richText") return imagesOfDocument(body.document);
  return elementsOf(compileMarkdown(body.source, { findImage: () => ANY_IMAGE }))
    .filter(({ tag }) => tag === "img")
    .map(({ attributes }) => ({ source: String(attributes?.src), alt: String(attributes?.alt) }));
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

function imagesOfDocument({ nodeType, data, content = [] }: RichTextNode): UsedImage[] {
  const below = content.flatMap(imagesOfDocument);
  if (nodeType !== "embedded-asset-block") return below;
  return [{ source: String(data.url), alt: String(data.description ?? "") }, ...below];
}
