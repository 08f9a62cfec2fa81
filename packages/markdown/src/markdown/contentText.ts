import type { ContentNode } from "@marquee/contract";

/** All text of a node, without its elements. */
export function contentText(node: ContentNode): string {
  return typeof node === "string" ? node : (node.children ?? []).map(contentText).join("");
}
