import type { AttributePlace } from "./maskAttribute.ts";
import type { Visibility } from "./maskText.ts";

/**
 * Finds the context of a live node; null if none of it may be recorded.
 * @param known see {@link Scopes.of}
 */
export type FindTextContext = (node: Node | null, scopeCache: Map<Node, Scope>) => AttributePlace | null;

const SVG = "http://www.w3.org/2000/svg";
/** Masking rules that apply to a node because of its ancestors. */
export interface Scope {
  /** Nothing of it is recorded. */
  isBlocked: boolean;
  /** Visitors type in it, so its text and attributes are theirs. */
  isEntry: boolean;
}

/** Reads the scope of live nodes. */
export interface Scopes {
  /**
   * @param node null counts as blocked
   * @param scopeCache scopes of nodes that were read at the same moment; new ones are added
   */
  of(node: Node | null, scopeCache: Map<Node, Scope>): Scope;
  /** Whether visitors type in this element or document itself, regardless of its ancestors. */
  isEntry(node: Node | null): boolean;
}

/** Elements, other than inputs, that visitors type or choose in, and elements that show the choice. */
const EDITABLE =
  '[contenteditable]:not([contenteditable="false" i]),selectedcontent,[role="textbox" i],[role="searchbox" i],[role="combobox" i],[role="spinbutton" i],[role="slider" i]';

/**
 * Reads the scope of nodes from the node and its ancestors, across shadow roots and frames.
 * @param blockSelector a valid selector, or null
 * @param isHidden whether an element is hidden from the recording for now
 * @param written elements that visitors have typed in, even if these are no longer editable
 */
export function createScopes(
  blockSelector: string | null,
  isHidden: (element: Element) => boolean,
  written: Pick<WeakSet<Element>, "has">,
): Scopes {
  const isLeftOut = (node: Node) =>
    isElement(node) && (isHidden(node) || (blockSelector !== null && node.matches(blockSelector)));
  const isEntry = (node: Node | null) => {
    if (node && isElement(node)) return written.has(node) || node.matches(EDITABLE);
    return node !== null && isDocument(node) && node.designMode === "on";
  };
  const scopeOf = (node: Node, scopeCache: Map<Node, Scope>): Scope => {
    const cached = scopeCache.get(node);
    if (cached) return cached;
    const outer = outerOf(node);
    const { isBlocked, isEntry: isWithin } = outer ? scopeOf(outer, scopeCache) : OUTERMOST;
    const scope = { isBlocked: isBlocked || isLeftOut(node), isEntry: isWithin || isEntry(node) };
    scopeCache.set(node, scope);
    return scope;
  };
  return { isEntry, of: (node, scopeCache) => (node ? scopeOf(node, scopeCache) : DETACHED) };
}

const OUTERMOST: Scope = { isBlocked: false, isEntry: false };
const DETACHED: Scope = { isBlocked: true, isEntry: false };

/** The parent of a node, the host of a shadow root, or the frame of a framed document. */
function outerOf(node: Node): Node | null {
  if (isDocument(node)) return node.defaultView?.frameElement ?? null;
  return node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null;
}

// Nodes in frames are not instances of this window's classes, so `instanceof` does not work.
const isElement = (node: Node): node is Element => node.nodeType === 1;
const isDocument = (node: Node): node is Document => node.nodeType === 9;

/** @param visibility of text that visitors did not type */
export function createTextContexts(scopes: Pick<Scopes, "of">, visibility: Visibility): FindTextContext {
  return (node, scopeCache) => {
    const scope = scopes.of(node, scopeCache);
    if (!node || scope.isBlocked) return null;
    const { localName = "", namespaceURI = "" } = node as Partial<Element>;
    const read = (name: string) => (node as Partial<Element>).getAttribute?.(name) ?? "";
    return {
      tagName: localName,
      isSvg: namespaceURI === SVG,
      role: read("role"),
      type: read("type"),
      visibility: scope.isEntry ? "entry" : visibility,
    };
  };
}
