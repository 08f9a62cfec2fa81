import { isFields, isNode, NODE } from "./recorded.types.ts";

/** Local names of a recording's elements in lower case, and the kinds of its texts, by their ids. */
export type TagNames = Map<unknown, string>;

/** Kinds of texts; no element is called so. */
export const STYLE_TEXT = "#style";
export const PLAIN_TEXT = "#plain";
/** Placeholder for an unknown element name: it may be any. */
export const UNKNOWN_TAG = "";

/** An element is what its local name says: `x:style` is a style sheet, as `style` is (DOM, section 4.9). */
export function localNameOf(tagName: unknown): string {
  return String(tagName).toLowerCase().split(":").at(-1) ?? "";
}

/** Whether the texts of an element are style sheets. A link whose rules were recorded is played as a style element. */
export function holdsStyles(parent: string): boolean {
  return parent === "style" || parent === "link";
}

/**
 * Registers a node and its descendants.
 * @param parent local name of the parent element.
 */
export function noteNode(node: unknown, parent: string, names: TagNames): void {
  if (!isNode(node)) return;
  if (node.type === NODE.text || node.type === NODE.cdata) {
    if (parent !== UNKNOWN_TAG) names.set(node.id, holdsStyles(parent) ? STYLE_TEXT : PLAIN_TEXT);
    return;
  }
  const name = node.type === NODE.element ? localNameOf(node.tagName) : "#document";
  if (node.type === NODE.element) names.set(node.id, name);
  for (const child of Array.isArray(node.childNodes) ? node.childNodes : []) noteNode(child, name, names);
}

/**
 * Notes a node that is added to a page.
 * @returns false where it must not be: a text that was none of a style sheet may have been given any content since, and would become part of one.
 */
export function noteAdded(added: unknown, names: TagNames): boolean {
  if (!isFields(added) || !isNode(added.node)) return false;
  const parent = names.get(added.parentId) ?? UNKNOWN_TAG;
  const mayBeStyles = holdsStyles(parent) || parent === UNKNOWN_TAG;
  if (mayBeStyles && names.get(added.node.id) === PLAIN_TEXT) return false;
  noteNode(added.node, parent, names);
  return true;
}
