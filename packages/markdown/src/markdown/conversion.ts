import type { ContentNode, ContentTag, PageImage } from "@marquee/contract";
import type { MarkdownToJSX } from "markdown-to-jsx/html";
import { imageAddress } from "./addresses.ts";
import { fitChildren, fitTag, inside, type Place } from "./nesting.ts";

export const LINK_EXAMPLE = "[See plans](/pricing)";
const IMAGE_EXAMPLE =
  "![The board on a Monday](guide/board.png), with the file at content/images/guide/board.png";

export type AstNode = MarkdownToJSX.ASTNode;

/** Shared state of one document's conversion. */
export interface Conversion {
  /** Converts the children of a node. Passed along, because the files of the conversion would otherwise import each other. */
  convert(nodes: readonly AstNode[], place: Place): ContentNode[];
  /** Parses markdown within a line of text. */
  parseInline(text: string): AstNode[];
  /** Reports that something was removed. `needle` is searched in the source to find the line. */
  report(needle: string, problem: string, example: string): void;
  findImage(source: string): PageImage | null;
  /**
   * Numbers a reference to a footnote, and returns its ID; null if no footnote has that label. @param label the text between `[^`
   * and `]`.
   */
  refer(label: string): { number: number; id: string } | null;
}

interface ElementParts {
  tag: ContentTag;
  attributes?: Record<string, string | number | boolean>;
  place: Place;
}

interface WrittenImage {
  src: string | null;
  alt?: string | undefined;
  title?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** Creates one element, or the replacement that {@link fitTag} finds if the element is not allowed at this place. */
export function element(
  { tag, attributes = {}, place }: ElementParts,
  convertChildren: (below: Place) => ContentNode[],
): ContentNode[] {
  const fitting = fitTag(tag, place);
  if (fitting === null) return convertChildren(place);
  const children = fitChildren(fitting, convertChildren(inside(fitting, place)));
  return [
    {
      tag: fitting,
      ...(fitting === tag && Object.keys(attributes).length > 0 ? { attributes } : {}),
      ...(children.length > 0 ? { children } : {}),
    },
  ];
}

/** Converts an image whose size is in its attributes or its file. Without a size, text would shift when it loads, so its `alt` replaces it. */
export function convertImage(image: WrittenImage, place: Place, conversion: Conversion): ContentNode[] {
  const { title, width, height } = image;
  const src = imageAddress(image.src);
  const storedImage = src === null ? null : conversion.findImage(src);
  const alt = image.alt || storedImage?.alt || "";
  const size =
    width && height
      ? { width, height }
      : storedImage && { width: storedImage.width, height: storedImage.height };
  if (src === null || size === null) {
    const problem = src === null ? "is not from an allowed source" : "was not found, or its size is unknown";
    conversion.report(
      image.src ?? alt,
      `The image "${image.src ?? alt}" ${problem}. Its text is shown instead.`,
      IMAGE_EXAMPLE,
    );
    return alt === "" ? [] : [alt];
  }
  const version = storedImage?.version;
  const attributes = { src, alt, ...size, ...(version && { version }), ...(title ? { title } : {}) };
  return element({ tag: "img", attributes, place }, () => []);
}

/** All text of a node and its descendants. Without recursion, because nesting can be deep. */
export function textOf(node: AstNode): string {
  const texts: string[] = [];
  const waiting: unknown[] = [node];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) waiting.push(...next.toReversed());
    else if (typeof next === "object" && next !== null) {
      const { children, items, cells, header, text } = next as Record<string, unknown>;
      if (children ?? items ?? cells) waiting.push(cells, items, header, children);
      else if (typeof text === "string") texts.push(text);
    }
  }
  return texts.join("");
}
