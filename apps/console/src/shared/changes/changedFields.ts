import type { Json } from "@marquee/contract";

/** A changed field. A value is undefined if the field did or does not exist. */
export interface FieldChange {
  /** Path to the field, outermost name first. A list item is "#" with its description, name or ID. */
  path: string[];
  before: Json | undefined;
  after: Json | undefined;
}

type Fields = { [name: string]: Json };

/**
 * The differences between two values, field by field. Lists whose items have an `id` or `key` are compared item by item, and their order is one more
 * field.
 * Other lists are compared as one value.
 */
export function changedFields(
  before: Json | undefined,
  after: Json | undefined,
  path: string[] = [],
): FieldChange[] {
  if (isFields(before) && isFields(after)) return compareFields(before, after, path);
  const [old, new_] = [named(before), named(after)];
  if (old && new_) {
    const places = [...new Set([...Object.keys(new_), ...Object.keys(old)])];
    const labelOf = (id: string) => label(id, new_[id] ?? old[id], places.indexOf(id) + 1);
    return [...compareFields(old, new_, path, labelOf), ...compareOrder(old, new_, path, labelOf)];
  }
  return canonical(before) === canonical(after) ? [] : [{ path, before, after }];
}

function compareFields(
  before: Fields,
  after: Fields,
  path: string[],
  labelOf = (name: string) => name,
): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => changedFields(before[name], after[name], [...path, labelOf(name)]));
}

/** A change of order among the items that both lists have; empty if there is none. */
function compareOrder(
  before: Fields,
  after: Fields,
  path: string[],
  labelOf: (id: string) => string,
): FieldChange[] {
  const commonIds = (from: Fields, to: Fields) => Object.keys(from).filter((id) => id in to);
  if (commonIds(before, after).join() === commonIds(after, before).join()) return [];
  const order = (things: Fields) => Object.keys(things).map(labelOf);
  return [{ path: [...path, "order"], before: order(before), after: order(after) }];
}

function isFields(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** List items by ID; null unless every item has a unique one. */
function named(value: Json | undefined): Fields | null {
  if (!Array.isArray(value)) return null;
  const entries = value.map((thing) => [idOf(thing), thing] as const);
  const ids = new Set(entries.map(([id]) => id));
  if (ids.has(null) || ids.size < entries.length) return null;
  // The prefix keeps numeric IDs in the list's order, because objects sort numeric keys.
  return Object.fromEntries(entries.map(([id, thing]) => [`#${id}`, thing]));
}

function idOf(thing: Json): string | null {
  if (!isFields(thing)) return null;
  const id = thing.id ?? thing.key;
  return typeof id === "string" ? id : null;
}

/** Fields that name a list item, in order of preference. */
const NAMING = ["description", "name", "title", "label"] as const;
/** An ID that nobody has typed. */
const RANDOM_ID = /^#[0-9a-f-]{12,}$/;

/** Label of a list item: its description or name, or its ID, or its position if the ID is random. */
function label(id: string, thing: Json | undefined, place: number): string {
  const names = isFields(thing) ? NAMING.map((field) => thing[field]) : [];
  const name = names.find((each) => typeof each === "string" && each !== "");
  if (name !== undefined) return `#${name}`;
  return RANDOM_ID.test(id) ? `#item ${place}` : id;
}

/** Whether a field of a new or removed item differs from the default. */
export function saysSomething({ before, after }: FieldChange): boolean {
  const values = [before, after].filter((value) => value !== undefined);
  return values.length === 2 || values.some((value) => !isBlank(value));
}

function isBlank(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isFields(value)) return Object.keys(value).length === 0;
  return value === null || value === false || value === "";
}

/** JSON with sorted keys, because stores may return fields in any order. */
function canonical(value: Json | undefined): string | undefined {
  return JSON.stringify(value, (_name, inner: Json) =>
    isFields(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
