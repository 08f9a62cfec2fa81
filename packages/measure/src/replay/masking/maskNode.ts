import type { attributeMutation, elementNode, mutationData, serializedNodeWithId } from "@rrweb/types";
import { COMMENT_NODE, ELEMENT_NODE, TEXT_NODE } from "../rrwebConstants.ts";
import { type AttributePlace, maskAttribute, mayLeakByStyle, type TextMasking } from "./maskAttribute.ts";
import { filterStyle, maskStyleChange, maskText, maskTypedValue, type Visibility } from "./maskText.ts";
import type { FindTextContext, Scope } from "./scopes.ts";

export interface NodeMasking extends TextMasking {
  /** Whether visitors can type, or have typed, in the element or document with this ID. */
  isEntry: (id: number) => boolean;
}

export interface MutationMasking extends NodeMasking {
  placeOf: FindTextContext;
  nodeOf: (id: number) => Node | null;
}

/**
 * Masks a node and its descendants in place.
 * @param visibility of text at the node's position
 * @param parent tag name of the parent element in lowercase; empty if there is none
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

/** Masks the text of an element. Style sheets keep their text with filtered URLs. */
function maskContent(
  text: string,
  { visibility, tagName }: Pick<AttributePlace, "visibility" | "tagName">,
  { filterAddress, maskTypedText }: TextMasking,
): string {
  if (tagName === "style") return filterStyle(text, filterAddress);
  if (tagName === "script") return text;
  return tagName === "textarea" ? maskTypedValue(text) : maskTypedText(maskText(text, visibility));
}

function maskAttributes(node: elementNode, visibility: Visibility, masking: NodeMasking): void {
  const { tagName, isSVG, attributes } = node;
  const { role, type } = attributes;
  const place = { tagName, isSvg: isSVG === true, role: String(role), type: String(type), visibility };
  for (const [name, value] of Object.entries(node.attributes)) {
    const masked = typeof value === "number" ? value : maskAttribute(name, String(value), place, masking);
    if (masked === undefined) delete node.attributes[name];
    else if (typeof value === "string") node.attributes[name] = masked;
  }
}

/** Masks a mutation in place according to its context. Drops mutations in blocked or detached elements. */
export function maskMutation(data: mutationData, masking: MutationMasking): void {
  const { nodeOf } = masking;
  const placeOf = rememberPlaces(masking.placeOf);
  data.adds = data.adds.filter(({ parentId, node }) => {
    const place = placeOf(nodeOf(parentId));
    if (place) maskNode(node, place.visibility, place.tagName, masking);
    return place !== null;
  });
  data.attributes = data.attributes.filter(({ id, attributes }) => {
    const place = placeOf(nodeOf(id));
    if (place) maskAttributeChanges(attributes, place, masking);
    return place !== null;
  });
  data.texts = data.texts.filter((text) => {
    const place = placeOf(nodeOf(text.id)?.parentNode ?? null);
    if (place && text.value) text.value = maskContent(text.value, place, masking);
    return place !== null;
  });
}

function maskAttributeChanges(
  attributes: attributeMutation["attributes"],
  place: AttributePlace,
  masking: NodeMasking,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value && typeof value === "object") {
      maskStyleChange(value, masking.filterAddress, mayLeakByStyle(place));
      continue;
    }
    const masked = maskAttribute(name, value ?? "", place, masking);
    if (masked === undefined) delete attributes[name];
    // Null means that the attribute was removed, and an empty value needs no mask.
    else if (value) attributes[name] = masked;
  }
}

/** Caches contexts, because elements that are added together often share a parent. */
function rememberPlaces(find: FindTextContext): (node: Node | null) => AttributePlace | null {
  const scopes = new Map<Node, Scope>();
  const places = new Map<Node | null, AttributePlace | null>();
  return (node) => {
    const place = places.get(node);
    if (place !== undefined) return place;
    const newPlace = find(node, scopes);
    places.set(node, newPlace);
    return newPlace;
  };
}
