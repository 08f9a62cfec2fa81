import {
  EVENT,
  isFields,
  isNode,
  NODE,
  type RecordedEvent,
  type RecordedNode,
  SOURCE,
} from "./recorded.types.ts";

/** Input types that can't show masked values, by node ID, in lowercase. */
export type FormFields = Map<unknown, string>;

/** Types that show only text in a certain format. As text fields, they can show any text. */
const AS_TEXT = new Set(["number", "date", "time", "month", "week", "datetime-local"]);
/** Types that show no text. */
const WITHOUT_TEXT = new Set(["range", "color"]);
const MASKED = /^\*+$/;

/**
 * Makes an input show its masked value, which browsers reject for numbers or dates: it becomes a text field
 * once something is entered.
 * @param fields of the recording so far; fields added by the event are included.
 * @returns the changed event and the events to insert before it.
 */
export function showMaskedFields(event: RecordedEvent, fields: FormFields): RecordedEvent[] {
  const { type, data } = event;
  if (type === EVENT.fullSnapshot) {
    fields.clear();
    showWithin(data.node, fields);
  }
  if (type !== EVENT.incremental) return [event];
  if (data.source === SOURCE.mutation) showMutation(data, fields);
  const field = data.source === SOURCE.input && isMasked(data.text) ? fields.get(data.id) : undefined;
  if (!field) return [event];
  return WITHOUT_TEXT.has(field) ? [] : [replaceWithText(event), event];
}

function replaceWithText({ timestamp, data: { id } }: RecordedEvent): RecordedEvent {
  const attributes = [{ id, attributes: { type: "text" } }];
  const data = { source: SOURCE.mutation, attributes, texts: [], removes: [], adds: [] };
  return { type: EVENT.incremental, timestamp, data };
}

function showMutation(data: Record<string, unknown>, fields: FormFields): void {
  for (const added of listOf(data.adds)) if (isFields(added)) showWithin(added.node, fields);
  for (const change of listOf(data.attributes)) {
    if (!isFields(change) || !isFields(change.attributes)) continue;
    const type = fieldType(change.attributes) ?? fields.get(change.id);
    if (type) change.attributes = show(change.attributes, type);
  }
}

function showWithin(node: unknown, fields: FormFields): void {
  if (!isNode(node)) return;
  if (node.type === NODE.element) showNode(node, fields);
  for (const child of listOf(node.childNodes)) showWithin(child, fields);
}

function showNode(node: RecordedNode, fields: FormFields): void {
  const { id, tagName, attributes } = node;
  if (String(tagName).toLowerCase() !== "input" || !isFields(attributes)) return;
  const type = fieldType(attributes);
  if (!type) return;
  fields.set(id, type);
  node.attributes = show(attributes, type);
}

/** Puts the type first, because the replayer sets attributes in order. */
function show(attributes: Record<string, unknown>, type: string): Record<string, unknown> {
  const { type: _, value, ...rest } = attributes;
  if (!isMasked(value)) return attributes;
  return WITHOUT_TEXT.has(type) ? { type, ...rest } : { type: "text", ...rest, value };
}

function fieldType({ type }: Record<string, unknown>): string | undefined {
  const name = String(type).toLowerCase();
  return AS_TEXT.has(name) || WITHOUT_TEXT.has(name) ? name : undefined;
}

const isMasked = (value: unknown): boolean => typeof value === "string" && MASKED.test(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
