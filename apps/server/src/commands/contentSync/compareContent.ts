import { type Json, parseItemKey, WHOLE_ITEM } from "@marquee/contract";
import type { ContentState } from "@marquee/contract/schema";
import { kindOf } from "../../domains/content/kinds/index.ts";
import { eachField, isSame } from "../../domains/content/overlay.ts";

/**
 * Who changed a field since the files were last pulled. "published": someone in the console. "files": someone in the files, or a release
 * whose additions the server does not have yet. "both": a conflict.
 */
export type ChangedSide = "published" | "files" | "both";

/** A field in which files differ from what a server publishes. An empty pointer means the whole item. */
export interface Difference {
  item: string;
  pointer: string;
  side: ChangedSide;
  /** Undefined if the server does not have it. */
  published: Json | undefined;
  /** Undefined if the files do not have it. */
  file: Json | undefined;
  /** What was published when the files were last pulled; undefined if it was not published since. */
  base: Json | undefined;
}

/** Where files differ from what is published, by item and field. @param files items by key. */
export function compareContent(
  { items, base }: Pick<ContentState, "items" | "base">,
  files: ReadonlyMap<string, Json>,
): Difference[] {
  // Skip kinds of newer server versions.
  const keys = [...new Set([...files.keys(), ...Object.keys(items)])].filter((key) => parseItemKey(key));
  return keys.flatMap((item) => {
    const published = items[item]?.published;
    const file = files.get(item);
    const baseFields = base[item] ?? {};
    if (published !== undefined && file !== undefined) return compareItem(item, published, file, baseFields);
    const before = baseFields[WHOLE_ITEM];
    const side = sideOfWhole(item, { published, file, base: before });
    return [{ item, pointer: WHOLE_ITEM, side, published, file, base: before }];
  });
}

/** Who added or removed an item. In `base`, null means no item. */
function sideOfWhole(
  item: string,
  { published, file, base }: Omit<Difference, "item" | "pointer" | "side">,
): ChangedSide {
  const isUnchanged = (value: Json | undefined) =>
    value === undefined || base === null || base === undefined
      ? (value ?? null) === (base ?? null)
      : compareItem(item, value, base, {}).length === 0;
  if (base === undefined || isUnchanged(published)) return "files";
  return isUnchanged(file) ? "published" : "both";
}

function compareItem(item: string, published: Json, file: Json, base: Record<string, Json>): Difference[] {
  const [mine, theirs] = [file, published].map((value) => fieldsOf(item, value)) as [Fields, Fields];
  return [...new Set([...theirs.keys(), ...mine.keys()])].flatMap((pointer): Difference[] => {
    // A missing member, such as a redirect, is null, as in a revision.
    const none = kindOf(item)?.hasMembers ? null : undefined;
    // A time or a price may be null, which differs from being absent.
    const valueIn = (fields: Fields) => (fields.has(pointer) ? fields.get(pointer) : none);
    const values = { published: valueIn(theirs), file: valueIn(mine) };
    if (isSameField(pointer, values.published, values.file)) return [];
    const before = base[pointer];
    const side = sideOf({ pointer, ...values, base: before });
    return [{ item, pointer, side, ...values, base: before }];
  });
}

function sideOf({ pointer, published, file, base }: Omit<Difference, "item" | "side">): ChangedSide {
  if (base === undefined || isSameField(pointer, published, base)) return "files";
  return isSameField(pointer, file, base) ? "published" : "both";
}

type Fields = ReadonlyMap<string, Json>;

function fieldsOf(item: string, value: Json): Fields {
  const fields = new Map<string, Json>();
  eachField(item, value, (pointer, field) => fields.set(pointer, field));
  return fields;
}

/** Whether two values are the same in a file: empty lines around markdown do not count. */
export function isSameField(pointer: string, one: Json | undefined, other: Json | undefined): boolean {
  const isMarkdown = pointer === "/markdown" && typeof one === "string" && typeof other === "string";
  return isMarkdown ? withoutOuterLines(one) === withoutOuterLines(other) : isSame(one, other);
}

function withoutOuterLines(text: string): string {
  return text.replace(/^\n+/, "").trimEnd();
}

export function groupByItem(differences: readonly Difference[]): Map<string, Difference[]> {
  const groups = new Map<string, Difference[]>();
  for (const each of differences) groups.set(each.item, [...(groups.get(each.item) ?? []), each]);
  return groups;
}
