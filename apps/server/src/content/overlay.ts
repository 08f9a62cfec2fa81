import { formatPointer, type Json, listToken, parsePointer, valueAt, withValueAt } from "@marquee/contract";
import type { UnusedField } from "@marquee/contract/schema";
import { checkField, isEditable, isField } from "./checkField.ts";

/** Changes of one item: new values by JSON Pointer. */
export type ItemOverlay = Readonly<Record<string, Json>>;

/** What is published over the files: changed items by key. An item without changes is not in it. */
export type Overlay = ReadonlyMap<string, ItemOverlay>;

export const NO_OVERLAY: Overlay = new Map();

/** Why a value does not fit, at a JSON Pointer inside the item. */
export interface ItemProblem {
  pointer: string;
  problem: string;
}

interface ItemChange {
  key: string;
  /** What the files say. */
  base: Json;
  changes: ItemOverlay;
  /** Checks the item as a whole, as its file is checked. */
  check?: (value: Json) => ItemProblem | null;
}

interface ChangedItem {
  value: Json;
  /** Changes that do not fit the files, and are left out. */
  unused: UnusedField[];
}

/** Applies the changes of one item. A change that does not fit is left out alone, so that the item is always valid. */
export function applyItem({ key, base, changes, check }: ItemChange): ChangedItem {
  const unused: UnusedField[] = [];
  const leaveOut = (pointer: string, problem: string) =>
    unused.push({ item: key, pointer, value: changes[pointer] as Json, problem });
  const fitting = new Map<string, string[]>();
  for (const [pointer, value] of Object.entries(changes)) {
    const tokens = parsePointer(pointer);
    const problem = tokens ? checkField(key, base, tokens, value) : "This is not the address of a field.";
    if (tokens && !problem) fitting.set(pointer, tokens);
    else leaveOut(pointer, problem ?? "");
  }
  for (;;) {
    let value = base;
    for (const [pointer, tokens] of fitting)
      value = withValueAt(value, tokens, changes[pointer] as Json) ?? value;
    const wrong = fitting.size > 0 && check?.(value);
    if (!wrong) return { value, unused };
    const pointers = [...fitting.keys()];
    const culprit = pointers.find((each) => isWithin(wrong.pointer, each)) ?? pointers.at(-1) ?? "";
    fitting.delete(culprit);
    leaveOut(culprit, wrong.problem);
  }
}

function isWithin(pointer: string, field: string): boolean {
  return pointer === field || pointer.startsWith(`${field}/`);
}

/** An overlay with more changes; those that say what the files say are left out. */
export function mergeOverlay(
  overlay: Overlay,
  changes: readonly { item: string; pointer: string; value: Json }[],
  items: ReadonlyMap<string, Json>,
): Overlay {
  const merged = new Map<string, ItemOverlay>(overlay);
  for (const { item, pointer, value } of changes) {
    const { [pointer]: _replaced, ...others } = merged.get(item) ?? {};
    const base = items.get(item);
    const tokens = parsePointer(pointer);
    const isAsInFile = base !== undefined && tokens && isSame(valueAt(base, tokens), value);
    const changed = isAsInFile ? others : { ...others, [pointer]: value };
    if (Object.keys(changed).length > 0) merged.set(item, changed);
    else merged.delete(item);
  }
  return merged;
}

export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Calls back with each field of an item, and its JSON Pointer. */
export function eachField(key: string, item: Json, visit: (pointer: string, value: Json) => void): void {
  const descend = (value: Json, tokens: string[]): void => {
    if (isField(key, value) && isEditable(tokens)) visit(formatPointer(tokens), value);
    else if (Array.isArray(value))
      value.forEach((each, index) => void descend(each, [...tokens, listToken(each, index)]));
    else if (typeof value === "object" && value !== null)
      for (const [name, member] of Object.entries(value)) descend(member, [...tokens, name]);
  };
  descend(item, []);
}
