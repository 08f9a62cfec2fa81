import { isDeepStrictEqual } from "node:util";
import {
  formatPointer,
  type Json,
  listToken,
  parsePointer,
  valueAt,
  WHOLE_ITEM,
  withValueAt,
} from "@marquee/contract";
import type { UnusedField } from "@marquee/contract/schema";
import { checkField, isEditable, isField } from "./checkField.ts";
import { kindOf } from "./kinds/index.ts";
import type { ItemOverlay, ItemProblem, KindDeclaration } from "./kinds/kindDeclaration.types.ts";

/** Published changes over the files: changed items by key. Items without changes are absent. */
export type Overlay = ReadonlyMap<string, ItemOverlay>;

export const NO_OVERLAY: Overlay = new Map();

interface ItemChange {
  key: string;
  /** The item in the files; undefined if they do not have it. */
  base: Json | undefined;
  changes: ItemOverlay;
  /** Checks the item as a whole, as its file is checked. */
  check?: (value: Json) => ItemProblem | null;
}

interface ChangedItem {
  /** Undefined if there is no such item. */
  value: Json | undefined;
  /** Changes that do not fit the files and are ignored. */
  unused: UnusedField[];
}

/**
 * Applies the changes of one item. Each change that does not fit is ignored individually, so that the item is always
 * valid.
 */
export function applyItem(change: ItemChange): ChangedItem {
  const { key, changes } = change;
  const unused: UnusedField[] = [];
  const leaveOut = (pointer: string, problem: string) =>
    unused.push({ item: key, pointer, value: changes[pointer] as Json, problem });
  if (change.base === undefined && !kindOf(key)?.isWhole) {
    for (const pointer of Object.keys(changes)) leaveOut(pointer, MISSING_ITEM);
    return { value: undefined, unused };
  }
  const base = wholeItem(change, (problem) => leaveOut(WHOLE_ITEM, problem));
  // In the record store's order, so that every instance ignores the same one of two conflicting changes.
  const pointers = Object.keys(changes)
    .filter((pointer) => pointer !== WHOLE_ITEM)
    .sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
  if (base === undefined) {
    if (changes[WHOLE_ITEM] !== null) for (const pointer of pointers) leaveOut(pointer, MISSING_ITEM);
    return { value: undefined, unused };
  }
  const value = applyFields(change, base, pointers, leaveOut);
  return { value, unused };
}

/** Why a change is ignored if the files do not have its item. */
const MISSING_ITEM = "The files no longer have this.";

/** The item that other changes are applied to: the one in the files, or the added one. */
function wholeItem({ key, base, changes, check }: ItemChange, leaveOut: (problem: string) => void) {
  const whole = changes[WHOLE_ITEM];
  if (whole === undefined) return base;
  if (!kindOf(key)?.isWhole) leaveOut("This is not a field.");
  else if (whole === null) return undefined;
  else if (base !== undefined) {
    if (!isSame(base, whole)) leaveOut("The files already have this, so it can't be added.");
  } else {
    const wrong = check?.(whole);
    if (!wrong) return whole;
    leaveOut(wrong.problem);
  }
  return base;
}

function applyFields(
  { key, changes, check }: ItemChange,
  base: Json,
  pointers: readonly string[],
  leaveOut: (pointer: string, problem: string) => void,
): Json {
  const fitting = new Map<string, string[]>();
  for (const pointer of pointers) {
    const tokens = parsePointer(pointer);
    const problem = tokens
      ? checkField(key, base, tokens, changes[pointer] as Json)
      : "This is not the address of a field.";
    if (tokens && !problem) fitting.set(pointer, tokens);
    else leaveOut(pointer, problem ?? "");
  }
  for (;;) {
    let value = base;
    for (const [pointer, tokens] of fitting) value = withChange(key, value, tokens, changes[pointer] as Json);
    const wrong = fitting.size > 0 && check?.(value);
    if (!wrong) return value;
    const changed = [...fitting.keys()].reverse();
    const places = [wrong.pointer, ...(wrong.relatedPointers ?? [])];
    const culprit = changed.find((each) => places.some((place) => isWithin(place, each))) ?? changed[0] ?? "";
    fitting.delete(culprit);
    leaveOut(culprit, wrong.problem);
  }
}

/** Whether a pointer names a member of an item that is added with a value, and removed with null. */
function isMember(kind: KindDeclaration | null, tokens: readonly string[]): boolean {
  return tokens.length === 1 && kind?.hasMembers === true;
}

/** The value at an address; null if there is none but one can be added. */
export function changeableValue(
  items: ReadonlyMap<string, Json>,
  key: string,
  pointer: string,
): Json | undefined {
  const value = items.get(key);
  const tokens = parsePointer(pointer);
  if (!tokens) return undefined;
  if (tokens.length === 0) return kindOf(key)?.isWhole ? (value ?? null) : undefined;
  const fieldValue = value === undefined ? undefined : valueAt(value, tokens);
  return fieldValue === undefined && value !== undefined && isMember(kindOf(key), tokens) ? null : fieldValue;
}

function withChange(key: string, value: Json, tokens: readonly string[], change: Json): Json {
  const [name] = tokens;
  if (name === undefined || !isMember(kindOf(key), tokens))
    return withValueAt(value, tokens, change) ?? value;
  const { [name]: _replaced, ...otherMembers } = value as Record<string, Json>;
  return change === null ? otherMembers : { ...otherMembers, [name]: change };
}

function isWithin(pointer: string, field: string): boolean {
  return pointer === field || pointer.startsWith(`${field}/`);
}

/** Fields of a draft, as far as they change the content. */
export type DraftChanges = readonly { item: string; pointer: string; value: Json }[];

/** An overlay with more changes; changes equal to the files are dropped. A change of a whole item replaces the changes of its fields. */
export function mergeOverlay(
  overlay: Overlay,
  changes: DraftChanges,
  items: ReadonlyMap<string, Json>,
): Overlay {
  const merged = new Map<string, ItemOverlay>(overlay);
  // Whole items come first, because "" is before every other pointer.
  for (const { item, pointer, value } of changes.toSorted((one, other) =>
    one.pointer < other.pointer ? -1 : 1,
  )) {
    const { [pointer]: _replaced, ...otherChanges } = merged.get(item) ?? {};
    const remaining: ItemOverlay = pointer === WHOLE_ITEM ? {} : otherChanges;
    const added = remaining[WHOLE_ITEM];
    // Nothing else of a removed item is kept.
    if (added === null) continue;
    const base = added === undefined || items.has(item) ? items : new Map([[item, added]]);
    const isAsBefore = isSame(changeableValue(base, item, pointer), value);
    const changed = isAsBefore ? remaining : { ...remaining, [pointer]: value };
    if (Object.keys(changed).length > 0) merged.set(item, changed);
    else merged.delete(item);
  }
  return merged;
}

/** Compares JSON, ignoring the order of members, which stores do not keep. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || isDeepStrictEqual(one, other);
}

/** Calls back with each field of an item, and its JSON Pointer. */
export function eachField(key: string, item: Json, visit: (pointer: string, value: Json) => void): void {
  // Once: a page has thousands of places, and search looks at all of them.
  const kind = kindOf(key);
  const descend = (value: Json, tokens: string[]): void => {
    if (isMember(kind, tokens) || (isField(kind, value) && isEditable(kind, tokens)))
      visit(formatPointer(tokens), value);
    else if (Array.isArray(value))
      value.forEach((each, index) => void descend(each, [...tokens, listToken(each, index)]));
    else if (typeof value === "object" && value !== null)
      for (const [name, member] of Object.entries(value)) descend(member, [...tokens, name]);
  };
  descend(item, []);
}
