import type { attributeMutation, mutationData } from "@rrweb/types";
import { type AttributePlace, maskAttribute, tellsByStyle } from "./maskAttribute.ts";
import { maskContent, maskNode, type NodeMasking } from "./maskNode.ts";
import { maskStyleChange } from "./maskStyle.ts";
import type { FindPlace } from "./places.ts";
import type { Scope } from "./scopes.ts";

export interface MutationMasking extends NodeMasking {
  placeOf: FindPlace;
  nodeOf: (id: number) => Node | null;
}

/** Masks what has changed, in place, by where it stands; what stands in blocked elements, or nowhere, is left out. */
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
    if (place) maskAttributes(attributes, place, masking);
    return place !== null;
  });
  data.texts = data.texts.filter((text) => {
    const place = placeOf(nodeOf(text.id)?.parentNode ?? null);
    if (place && text.value) text.value = maskContent(text.value, place, masking);
    return place !== null;
  });
}

function maskAttributes(
  attributes: attributeMutation["attributes"],
  place: AttributePlace,
  masking: NodeMasking,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value && typeof value === "object") {
      maskStyleChange(value, masking.filterAddress, tellsByStyle(place));
      continue;
    }
    const masked = maskAttribute(name, value ?? "", place, masking);
    if (masked === undefined) delete attributes[name];
    // Null is what was removed; of what is empty nothing is to be masked.
    else if (value) attributes[name] = masked;
  }
}

/** Much of what is added at once stands in the same place. */
function rememberPlaces(find: FindPlace): (node: Node | null) => AttributePlace | null {
  const scopes = new Map<Node, Scope>();
  const known = new Map<Node | null, AttributePlace | null>();
  return (node) => {
    const place = known.get(node);
    if (place !== undefined) return place;
    const found = find(node, scopes);
    known.set(node, found);
    return found;
  };
}
