import type { Json } from "@marquee/contract";

/** One field that differs; null where there was or is nothing. */
export interface FieldChange {
  /** From the outside in: names of fields, ids of what stands in lists. */
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
    const order = { before: Object.keys(old), after: Object.keys(new_) };
    const kept = order.before.filter((name) => name in new_).join();
    const isMoved = kept !== order.after.filter((name) => name in old).join();
    const moved = isMoved ? [{ path: [...path, "order"], ...order }] : [];
    return [...compareFields(old, new_, path), ...moved];
  }
  return canonical(before) === canonical(after) ? [] : [{ path, before, after }];
}

function compareFields(before: Fields, after: Fields, path: string[]): FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => changedFields(before[name], after[name], [...path, name]));
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

/** The same text for the same value, whatever the order in which a store gives its fields back. */
function canonical(value: Json | undefined): string | undefined {
  return JSON.stringify(value, (_name, inner: Json) =>
    isFields(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
