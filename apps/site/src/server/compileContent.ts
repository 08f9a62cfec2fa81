import {
  altOf,
  type ContentBody,
  type ContentElement,
  type ContentEntry,
  type ContentNode,
  type ContentPage,
  type ContentProblem,
  type ContentTarget,
  collectionOfList,
  faviconHost,
  type Locale,
  type PageImage,
  pageIdOf,
  type RichTextNode,
  type SiteContent,
  type UsedImage,
} from "@marquee/contract";
import { compileMarkdown } from "@marquee/markdown/compileMarkdown";
import { hasTestIds } from "../blocks/PageText.tsx";
import type { ContentData, EntryImage, ListedEntry } from "../site/contentData.ts";
import { addRichTextIds, addTestIds } from "./addTestIds.ts";

type Images = SiteContent["images"];

/**
 * Compiles a page's Markdown to nodes; rich text gets its images' versions. Server only: the Markdown parser is half the size of React.
 * @param images by path below `content/images`.
 */
export function compileContent(
  { page, alternates, onProblem }: Omit<ContentTarget, "kind">,
  images: Images,
): ContentData {
  const { slug, pageId, hidden: _hidden, body, image, entries, ...rest } = page;
  const findImage = (source: string) => pageImage(images, source, page.locale);
  const compiledImage = image === undefined ? null : entryImage(image, findImage);
  if (image !== undefined && !compiledImage) onProblem(unknownImage(image));
  const collection = collectionOfList(slug);
  const id = pageIdOf(page.path, pageId);
  const isMarked = hasTestIds(page.path);
  const data = {
    ...rest,
    id,
    alternates,
    ...(compiledImage && { image: compiledImage }),
    ...(entries && { entries: entries.map((entry) => listedEntry(entry, findImage)) }),
    ...(collection && { order: collection.order }),
  };
  if (body.format === "richText") {
    const document = withImages(body.document, findImage);
    return {
      ...data,
      body: { format: "richText", document: isMarked ? addRichTextIds(document, id) : document },
    };
  }
  const nodes = compileMarkdown(body.source, { findImage, onProblem });
  return { ...data, body: { format: "nodes", nodes: isMarked ? addTestIds(nodes, id) : nodes } };
}

type FindImage = (source: string) => PageImage | null;

function listedEntry({ image, ...entry }: ContentEntry, findImage: FindImage): ListedEntry {
  const compiledImage = image === undefined ? null : entryImage(image, findImage);
  return { ...entry, ...(compiledImage && { image: compiledImage }) };
}

function entryImage(source: string, findImage: FindImage): EntryImage | null {
  const image = findImage(source);
  if (!image) return null;
  const darkSource = darkTwin(source);
  const dark = findImage(darkSource);
  const isAlike = dark && dark.width === image.width && dark.height === image.height;
  return { ...image, source, ...(isAlike && { dark: { source: darkSource, version: dark.version } }) };
}

/** Path of a picture's variant for dark pages, if it has one: `screens/board-dark.png`. */
function darkTwin(source: string): string {
  return source.replace(/(?=\.\w+$)/, "-dark");
}

function unknownImage(source: string): ContentProblem {
  return {
    place: "image",
    problem: `There is no image ${source} in content/images.`,
    example: "image: guide/board.png",
  };
}

function pageImage(images: Images, source: string, locale: Locale): PageImage | null {
  const image = Object.hasOwn(images, source) ? images[source] : undefined;
  if (!image) return null;
  const { version, file } = image;
  return { version, width: file.width, height: file.height, alt: altOf(image, locale) };
}

/** The document with version, current size and alt text for its embedded images. */
function withImages(node: RichTextNode, findImage: FindImage): RichTextNode {
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

/** The images that a page shows: its own, those of its entries, which need no text beside their titles, and those in its text. */
export function listImages({ body, image, entries = [] }: ShownImages): UsedImage[] {
  const pageImages = image === undefined ? [] : [{ source: image, alt: "" }];
  const listed = entries.flatMap(({ image: source, title }) => (source ? [{ source, alt: title }] : []));
  return [...pageImages, ...listed, ...imagesInText(body)];
}

/** Paths of all images that a page shows or would show, those for dark pages included. */
export function shownSources(page: ShownImages): string[] {
  return listImages(page).flatMap(({ source }) => [source, darkTwin(source)]);
}

type ShownImages = Pick<ContentPage, "body" | "image" | "entries">;

function imagesInText(body: ContentBody): UsedImage[] {
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
