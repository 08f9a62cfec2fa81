import type { elementNode, serializedNodeWithId } from "@rrweb/types";
import { COMMENT_NODE, ELEMENT_NODE, TEXT_NODE } from "../rrwebConstants.ts";
import { type AttributePlace, maskAttribute, type TextMasking } from "./maskAttribute.ts";
import { filterStyle } from "./maskStyle.ts";
import { maskEntry, maskText, type Visibility } from "./maskText.ts";

export interface NodeMasking extends TextMasking {
  /** Whether a visitor writes in the element or document of this id, or has written there. */
  isEntry: (id: number) => boolean;
}

/**
 * Masks a node and all within it, in place.
 * @param visibility of text where the node stands
 * @param parent name of the element that it stands in, lower case
 */
export function maskNode(
  node: serializedNodeWithId,
  visibility: Visibility,
  parent: string,
  masking: NodeMasking,
): void {
  if (node.type === TEXT_NODE)
    node.textContent = maskContent(node.textContent, { visibility, tagName: parent }, masking);
  if (node.type === COMMENT_NODE) node.textContent = "";
  if (!("childNodes" in node)) return;
  const inside = masking.isEntry(node.id) ? "entry" : visibility;
  const isElement = node.type === ELEMENT_NODE;
  if (isElement) maskAttributes(node, inside, masking);
  for (const child of node.childNodes) maskNode(child, inside, isElement ? node.tagName : "", masking);
}

/** @param place of the text: the element that it stands in */
export function maskContent(
  text: string,
  { visibility, tagName }: Pick<AttributePlace, "visibility" | "tagName">,
  { filterAddress, hideTyped }: TextMasking,
): string {
  if (tagName === "style") return filterStyle(text, filterAddress);
  if (tagName === "script") return text;
  return tagName === "textarea" ? maskEntry(text) : hideTyped(maskText(text, visibility));
}

function maskAttributes(node: elementNode, visibility: Visibility, masking: NodeMasking): void {
  const { tagName, isSVG, attributes } = node;
  const place = { tagName, isSvg: isSVG === true, role: String(attributes.role), visibility };
  for (const [name, value] of Object.entries(node.attributes)) {
    const masked = typeof value === "number" ? value : maskAttribute(name, String(value), place, masking);
    if (masked === undefined) delete node.attributes[name];
    else if (typeof value === "string") node.attributes[name] = masked;
  }
}
