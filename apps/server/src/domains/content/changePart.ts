import type { Json } from "@marquee/contract";
import type { UnusedField } from "@marquee/contract/schema";
import { kindOf } from "./kinds/index.ts";
import type { ItemOverlay } from "./kinds/kindDeclaration.types.ts";
import { applyItem } from "./overlay.ts";

interface ChangedPart<Part> {
  /** Undefined if there is no such item. */
  part: Part;
  /** Changes that do not fit the files and are ignored. */
  unused: UnusedField[];
}

/**
 * Results by item overlay, so that a rebuild only computes what changed. Changes are immutable and keep their identity from one overlay to the next.
 */
const made = new WeakMap<ItemOverlay, Map<string, { before: unknown; changed: ChangedPart<unknown> }>>();

/** A part of the content with the changes of its item. Returns the same part if there are none. */
export function changePart<Part>(
  key: string,
  before: Part,
  changes: ItemOverlay | undefined,
): ChangedPart<Part> {
  if (!changes) return { part: before, unused: [] };
  const byKey = made.get(changes) ?? new Map<string, { before: unknown; changed: ChangedPart<unknown> }>();
  const last = byKey.get(key);
  const changed = last && last.before === before ? last.changed : apply(key, before, changes);
  made.set(changes, byKey.set(key, { before, changed }));
  return changed as ChangedPart<Part>;
}

function apply(key: string, before: unknown, changes: ItemOverlay): ChangedPart<unknown> {
  const kind = kindOf(key);
  const fitting = kind?.fitting?.(changes, key) ?? { changes, unused: [] };
  const base = before === undefined || !kind?.toItem ? (before as Json) : kind.toItem(before as never);
  const check = (item: Json) => kind?.check?.(item, key) ?? null;
  const { value, unused } = applyItem({ key, base, changes: fitting.changes, check });
  const part = value === undefined || !kind?.toPart ? value : kind.toPart(value, key, before);
  return { part, unused: [...fitting.unused, ...unused] };
}
