import type { AttributePlace } from "./maskAttribute.ts";
import type { Visibility } from "./maskText.ts";
import type { Scope, Scopes } from "./scopes.ts";

/**
 * Finds where a live node stands; null where nothing may be told of it.
 * @param known see {@link Scopes.of}
 */
export type FindPlace = (node: Node | null, known: Map<Node, Scope>) => AttributePlace | null;

/** @param visibility of text that no visitor writes */
export function createPlaces(scopes: Pick<Scopes, "of">, visibility: Visibility): FindPlace {
  return (node, known) => {
    const scope = scopes.of(node, known);
    if (!node || scope.isBlocked) return null;
    const { localName = "", namespaceURI = "" } = node as Partial<Element>;
    return {
      tagName: localName,
      isSvg: namespaceURI === SVG,
      role: (node as Partial<Element>).getAttribute?.("role") ?? "",
      visibility: scope.isEntry ? "entry" : visibility,
    };
  };
}

const SVG = "http://www.w3.org/2000/svg";
