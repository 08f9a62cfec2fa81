import {
  EVENT,
  isFields,
  isNode,
  NODE,
  type RecordedEvent,
  type RecordedNode,
  SOURCE,
} from "./recorded.types.ts";

const QUIET = new Set([
  "input",
  "textarea",
  "select",
  "option",
  "label",
  "summary",
  "video",
  "audio",
  "iframe",
]);

/**
 * IDs of the elements added by an event on which a click may have no effect on the page: form fields, media and links that leave the page, with their
 * descendants. Heatmaps use the same rule (`isExpectedToRespond` in `packages/measure`).
 * @param origin of the recorded page.
 * @param earlierIds IDs of such elements that were added before.
 */
export function inertElementIds(
  { type, data }: RecordedEvent,
  origin: string,
  earlierIds: ReadonlySet<unknown>,
): unknown[] {
  if (type === EVENT.fullSnapshot) return idsWithin(data.node, origin, false);
  if (type !== EVENT.incremental || data.source !== SOURCE.mutation || !Array.isArray(data.adds)) return [];
  const inertIds = new Set<unknown>();
  for (const added of data.adds.filter(isFields)) {
    const isWithin = earlierIds.has(added.parentId) || inertIds.has(added.parentId);
    for (const id of idsWithin(added.node, origin, isWithin)) inertIds.add(id);
  }
  return [...inertIds];
}

function idsWithin(node: unknown, origin: string, isWithin: boolean): unknown[] {
  if (!isNode(node)) return [];
  const isQuiet = isWithin || (node.type === NODE.element && isInertElement(node, origin));
  const children = Array.isArray(node.childNodes) ? node.childNodes : [];
  const below = children.flatMap((child) => idsWithin(child, origin, isQuiet));
  return isQuiet ? [node.id, ...below] : below;
}

function isInertElement({ tagName, attributes = {} }: RecordedNode, origin: string): boolean {
  if ("contenteditable" in attributes || QUIET.has(String(tagName))) return true;
  const { href, target } = attributes;
  if (tagName !== "a" || typeof href !== "string") return false;
  const leadsOut = !URL.canParse(href, origin) || new URL(href, origin).origin !== origin;
  return leadsOut || "download" in attributes || (typeof target === "string" && !/^(_self)?$/.test(target));
}
