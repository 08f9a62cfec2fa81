import { isFields, isNode, NODE } from "./recorded.types.ts";

/** Local names of a recording's elements, in lowercase, and types of its texts, by node ID. */
export type TagNames = Map<unknown, string>;

/** Types of text nodes, which are no valid element names. */
export const STYLE_TEXT = "#style";
export const PLAIN_TEXT = "#plain";
/** Stands for an unknown element, which may be of any name. */
export const UNKNOWN_TAG = "";

/** Local name in lowercase. It decides what an element is: `x:style` is a style sheet, like `style` (DOM, section 4.9). */
export function localNameOf(tagName: unknown): string {
  return String(tagName).toLowerCase().split(":").at(-1) ?? "";
}

/** Whether the element's text is a style sheet. A link with recorded rules is played as a style element. */
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
 * Registers a node that is added to a page.
 * @returns false if the node must not be added. Plain text is not sanitized as CSS, so it can't become part of a style
 * sheet.
 */
export function noteAdded(added: unknown, names: TagNames): boolean {
  if (!isFields(added) || !isNode(added.node)) return false;
  const parent = names.get(added.parentId) ?? UNKNOWN_TAG;
  const mayBeStyles = holdsStyles(parent) || parent === UNKNOWN_TAG;
  if (mayBeStyles && names.get(added.node.id) === PLAIN_TEXT) return false;
  noteNode(added.node, parent, names);
  return true;
}
