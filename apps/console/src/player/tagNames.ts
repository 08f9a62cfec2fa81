import { EVENT, isFields, isNode, NODE, type RecordedEvent, SOURCE } from "./recorded.types.ts";

/** Names of a recording's elements, in lower case, by their ids. */
export type TagNames = Map<unknown, string>;

/** Notes the elements that an event brings; a whole picture takes the place of all that was before it. */
export function noteTagNames({ type, data }: RecordedEvent, names: TagNames): void {
  if (type === EVENT.fullSnapshot) {
    names.clear();
    noteWithin(data.node, names);
  }
  if (type !== EVENT.incremental || data.source !== SOURCE.mutation || !Array.isArray(data.adds)) return;
  for (const added of data.adds) if (isFields(added)) noteWithin(added.node, names);
}

function noteWithin(node: unknown, names: TagNames): void {
  if (!isNode(node)) return;
  if (node.type === NODE.element) names.set(node.id, String(node.tagName).toLowerCase());
  for (const child of Array.isArray(node.childNodes) ? node.childNodes : []) noteWithin(child, names);
}
