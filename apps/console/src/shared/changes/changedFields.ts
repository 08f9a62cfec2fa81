import type { Json } from "@marquee/contract";

/** One field that differs; null where there was or is nothing. */
export interface FieldChange {
  /** Field path, outermost first; items of a list are named by position with "#". */
  path: string[];
  before: Json | undefined;
  after: Json | undefined;
}

type Fields = { [name: string]: Json };

/**
 * What differs between two records, field by field. Lists of things with an `id` or a `key` are compared thing by thing, and
 * their order as one field more; other lists are one value.
 */
export function changedFields(
  before: Json | undefined,
  after: Json | undefined,
  path: string[] = [],
): FieldChange[] {
  if (isFields(before) && isFields(after)) return compareFields(before, after, path);
  const [old, new_] = [named(before), named(after)];
  if (old && new_) {
    const labelOf = (id: string) => label(id, new_[id] ?? old[id]);
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

/** One change more where things that stayed stand in another order. */
function compareOrder(
  before: Fields,
  after: Fields,
  path: string[],
  labelOf: (id: string) => string,
): FieldChange[] {
  const kept = (from: Fields, to: Fields) => Object.keys(from).filter((id) => id in to);
  if (kept(before, after).join() === kept(after, before).join()) return [];
  const order = (things: Fields) => Object.keys(things).map(labelOf);
  return [{ path: [...path, "order"], before: order(before), after: order(after) }];
}

function isFields(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The things of a list by their ids; null unless each has one of its own. */
function named(value: Json | undefined): Fields | null {
  if (!Array.isArray(value)) return null;
  const entries = value.map((thing) => [idOf(thing), thing] as const);
  const ids = new Set(entries.map(([id]) => id));
  if (ids.has(null) || ids.size < entries.length) return null;
  // A prefix keeps numbers in the order of the list.
  return Object.fromEntries(entries.map(([id, thing]) => [`#${id}`, thing]));
}

function idOf(thing: Json): string | null {
  if (!isFields(thing)) return null;
  const id = thing.id ?? thing.key;
  return typeof id === "string" ? id : null;
}

/** What people call a thing: its description or name, else its id. */
function label(id: string, thing: Json | undefined): string {
  const name = isFields(thing) ? thing.description || thing.name : "";
  return typeof name === "string" && name !== "" ? `#${name}` : id;
}

/** The same text for the same value, whatever the order in which a store gives its fields back. */
function canonical(value: Json | undefined): string | undefined {
  return JSON.stringify(value, (_name, inner: Json) =>
    isFields(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
