import { type ContentChanges, type Json, parseItemKey } from "@marquee/contract";

/** A field of the page, with its value in a variation. */
export interface FieldChange {
  item: string;
  pointer: string;
  value: Json;
  /** The published value. */
  published: Json;
}

/** Reads a variation's value as changes to content. */
export function readChanges(value: Json): ContentChanges {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as ContentChanges)
    : {};
}

/** Changes one field. An empty text or the published value removes the change. */
export function withField(value: Json, { item, pointer, value: next, published }: FieldChange): Json {
  const { [item]: fields = {}, ...items } = readChanges(value);
  const { [pointer]: _old, ...otherFields } = fields;
  const isChange = next !== "" && JSON.stringify(next) !== JSON.stringify(published);
  const changed = isChange ? { ...otherFields, [pointer]: next } : otherFields;
  return Object.keys(changed).length > 0 ? { ...items, [item]: changed } : items;
}

/** Number of changed texts, in one item or in all languages. */
export function countTexts(value: Json, item?: string): number {
  const changed = Object.entries(readChanges(value)).filter(
    ([key]) => parseItemKey(key)?.kind === "copy" && (item === undefined || key === item),
  );
  return changed.reduce((sum, [, fields]) => sum + Object.keys(fields).length, 0);
}
