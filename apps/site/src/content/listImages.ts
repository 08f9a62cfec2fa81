import type { ContentNode, ContentPage, RichTextNode } from "@marquee/contract";
import { compileMarkdown } from "@marquee/ui/markdown";

/** Sources of the images in a page's text, without those of `content/images` whose size only their file tells. */
export function listImages({ body }: Pick<ContentPage, "body">): string[] {
  if (body.format === "richText") return imagesOfDocument(body.document);
  return compileMarkdown(body.source).flatMap(imagesOfNode);
}

function imagesOfNode(node: ContentNode): string[] {
  if (typeof node === "string") return [];
  const below = (node.children ?? []).flatMap(imagesOfNode);
  return node.tag === "img" ? [String(node.attributes?.src), ...below] : below;
}

function imagesOfDocument({ nodeType, data, content = [] }: RichTextNode): string[] {
  const below = content.flatMap(imagesOfDocument);
  return nodeType === "embedded-asset-block" ? [String(data.url), ...below] : below;
}
