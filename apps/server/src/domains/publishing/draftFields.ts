import { isImageFile, type Json, parseItemKey, type Timestamp, valueAt, WHOLE_ITEM } from "@marquee/contract";
import {
  type DraftField,
  type DraftFieldChange,
  MAX_DRAFT_BYTES,
  MAX_FIELD_BYTES,
  MAX_ITEM_BYTES,
  type PushedDraft,
} from "@marquee/contract/schema";
import { and, eq, inArray, ne, sql, sum } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import { findUnstorable } from "../../platform/http/storableText.ts";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import { itemName } from "../content/fieldNames.ts";
import { completePage } from "../content/kinds/page.ts";
import { changeableValue, isSame } from "../content/overlay.ts";
import { type FieldRow, fieldOf, insertDraft, lockDraft } from "./draftStore.ts";
import { contentDraftFields, contentDrafts } from "./tables.ts";
import { keepImage } from "./uploadedImages.ts";

/** Values of all items by key. */
type Items = ReadonlyMap<string, Json>;

/** Rows per statement, because PostgreSQL accepts 65,535 parameters. */
const ROWS_AT_ONCE = 1000;

const GONE = "This field no longer exists. Reload the page.";

/** A new value of a field in a draft. */
interface NewField {
  item: string;
  pointer: string;
  value: Json;
  /** The value that the change started from; by default the one stored in the draft, or the published one. */
  from?: Json;
  /** The field's revision that the editor started from; by default whatever is stored. */
  revision?: number;
}

interface Saved {
  /** Values of all items, as published. */
  published: Items;
  author: Author;
  /** Error message for a field that the content does not have. */
  missing?(field: NewField): string;
}

/**
 * Creates a draft with fields in one step.
 * @param published values of all items, as published.
 * @returns its ID.
 * @throws {ApiError} bad_request if there is no such field or upload, or a field or the draft is too large.
 */
export async function insertFilledDraft(
  tx: Transaction,
  { name, fields }: PushedDraft,
  published: Items,
  author: Author,
): Promise<number> {
  if (new Set(fields.map(({ item, pointer }) => `${item}${pointer}`)).size < fields.length)
    throw new ApiError("bad_request", "A field is in the draft twice.");
  const draft = await insertDraft(tx, name, author);
  await writeFields(tx, draft, fields as NewField[], {
    published,
    author,
    missing: ({ item, pointer }) => `${itemName(item)} has no field ${pointer} on this server.`,
  });
  return draft;
}

/**
 * Saves one field of a draft. A value equal to the published one is no change, and is removed from the draft.
 * @param published values of all items, as published.
 * @returns the field, or null if it is no longer changed.
 * @throws {ApiError} not_found, bad_request if there is no such field or it is too long, conflict if the draft was published or someone
 * else has changed the field since `revision`.
 */
export async function saveField(
  db: RecordsDatabase,
  id: number,
  change: DraftFieldChange,
  published: Items,
  author: Author,
): Promise<DraftField | null> {
  return db.transaction(async (tx) => {
    await lockDraft(tx, id);
    const [row] = await writeFields(tx, id, [change as NewField], { published, author });
    return row ? fieldOf(row) : null;
  });
}

/**
 * Saves many fields of a draft in one step, overwriting existing values.
 * @throws {ApiError} not_found, bad_request if there is no such field or something is too large, conflict if the draft is not open.
 */
export async function saveFields(
  db: RecordsDatabase,
  id: number,
  fields: readonly NewField[],
  published: Items,
  author: Author,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDraft(tx, id);
    await writeFields(tx, id, fields, {
      published,
      author,
      missing: ({ item, pointer }) => `${itemName(item)} no longer has the field ${pointer}. Try again.`,
    });
  });
}

/** {@link saveFields} in a transaction that has locked the draft. @returns the changed fields; values equal to the published ones are none. */
export async function writeFields(
  tx: Transaction,
  draft: number,
  fields: readonly NewField[],
  { published, author: { actor, now }, missing = () => GONE }: Saved,
): Promise<FieldRow[]> {
  const at = new Date(now);
  const items = [...new Set(fields.map(({ item }) => item))];
  const stored = await tx
    .select()
    .from(contentDraftFields)
    .where(and(eq(contentDraftFields.draft, draft), inArray(contentDraftFields.item, items)));
  const before = new Map(stored.map((row) => [`${row.item} ${row.pointer}`, row]));
  await tx.update(contentDrafts).set({ updatedAt: at }).where(eq(contentDrafts.id, draft));
  const rows: FieldRow[] = [];
  let added = 0;
  for (const field of fields) {
    const { item, pointer, revision } = field;
    const isWhole = pointer === WHOLE_ITEM;
    const value = isWhole && field.value !== null ? completePage(item, field.value) : field.value;
    const bytes = checkValue(value, isWhole);
    // Fields of an added item change the item itself.
    const whole = isWhole ? undefined : before.get(`${item} ${WHOLE_ITEM}`)?.change.value;
    if (whole === null)
      throw new ApiError(
        "bad_request",
        "This draft deletes the page. Undo the deletion before you change the page.",
      );
    const from = publishedValue(whole === undefined ? published : new Map([[item, whole]]), item, pointer);
    if (from === undefined) throw new ApiError("bad_request", missing(field));
    await checkImageFile(tx, { item, pointer, value }, published, now);
    const last = before.get(`${item} ${pointer}`);
    if (revision !== undefined && (last?.revision ?? 0) !== revision) throw changedBy(last);
    // An added item contains its own fields.
    if (isWhole && (value !== null || from === null))
      await tx
        .delete(contentDraftFields)
        .where(itemIs(draft, item, { isWhole: from === null && value === null }));
    if (field.from === undefined && isSame(value, from)) {
      if (last) await tx.delete(contentDraftFields).where(fieldIs(draft, item, pointer));
      continue;
    }
    added += bytes - (last?.bytes ?? 0);
    rows.push({
      draft,
      item,
      pointer,
      change: { value, from: field.from ?? last?.change.from ?? from },
      bytes,
      revision: (last?.revision ?? 0) + 1,
      author: actor,
      at,
    });
  }
  await checkSize(tx, draft, added);
  const columns = ["change", "bytes", "revision", "author", "at"];
  const set = Object.fromEntries(columns.map((column) => [column, sql.raw(`excluded.${column}`)]));
  const { draft: id, item, pointer } = contentDraftFields;
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
    await tx
      .insert(contentDraftFields)
      .values(rows.slice(first, first + ROWS_AT_ONCE))
      .onConflictDoUpdate({ target: [id, item, pointer], set });
  return rows;
}

/** @returns the size of a value in bytes of JSON. @throws {ApiError} bad_request */
function checkValue(value: Json, isWhole: boolean): number {
  const json = JSON.stringify(value);
  const bytes = Buffer.byteLength(json);
  const most = isWhole ? MAX_ITEM_BYTES : MAX_FIELD_BYTES;
  if (bytes > most)
    throw new ApiError(
      "bad_request",
      `A ${isWhole ? "page" : "field"} can have at most ${most / 1024} KB. Shorten it.`,
    );
  if (findUnstorable(value))
    throw new ApiError("bad_request", "This text has characters that can't be stored. Type them again.");
  return bytes;
}

/**
 * Removes a field from the draft, or rebases it on the currently published value. @throws {ApiError} not_found,
 * conflict
 */
export async function settleField(
  db: RecordsDatabase,
  id: number,
  { item, pointer, step }: { item: string; pointer: string; step: "remove" | "keep" },
  published: ReadonlyMap<string, Json>,
  now: Timestamp,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDraft(tx, id);
    await tx
      .update(contentDrafts)
      .set({ updatedAt: new Date(now) })
      .where(eq(contentDrafts.id, id));
    const where = fieldIs(id, item, pointer);
    const [row] = await tx.select().from(contentDraftFields).where(where);
    if (step === "remove") {
      // If the added item is removed, so are its fields.
      const isAdded = pointer === WHOLE_ITEM && row?.change.value !== null;
      await tx.delete(contentDraftFields).where(isAdded ? itemIs(id, item, { isWhole: true }) : where);
      return;
    }
    const from = publishedValue(published, item, pointer);
    if (!row || from === undefined) throw new ApiError("not_found", "This field is no longer in the draft.");
    const change = { value: row.change.value, from };
    await tx
      .update(contentDraftFields)
      .set({ change, revision: row.revision + 1 })
      .where(where);
  });
}

/** The published value at an address; null if there is none but one can be added, undefined if the content has no such field. */
export function publishedValue(
  items: ReadonlyMap<string, Json>,
  item: string,
  pointer: string,
): Json | undefined {
  return parseItemKey(item) === null ? undefined : changeableValue(items, item, pointer);
}

/** Only uploaded files and the file of a published image can be used. */
async function checkImageFile(
  tx: Transaction,
  { item, pointer, value }: NewField,
  published: Items,
  now: Timestamp,
): Promise<void> {
  if (parseItemKey(item)?.kind !== "image") return;
  const isWhole = pointer === WHOLE_ITEM;
  if ((!isWhole && pointer !== "/file") || value === null) return;
  const file = isWhole ? valueAt(value, ["file"]) : value;
  const isKnown =
    isSame(file, publishedValue(published, item, "/file")) ||
    (isImageFile(file) && (await keepImage(tx, file, now)));
  if (!isKnown) throw new ApiError("bad_request", "This upload no longer exists. Upload the picture again.");
}

/** @throws {ApiError} bad_request if the draft would be too large with these additional bytes. */
async function checkSize(tx: Transaction, id: number, added: number): Promise<void> {
  const [size] = await tx
    .select({ bytes: sum(contentDraftFields.bytes) })
    .from(contentDraftFields)
    .where(eq(contentDraftFields.draft, id));
  if (Number(size?.bytes ?? 0) + added > MAX_DRAFT_BYTES)
    throw new ApiError(
      "bad_request",
      `A draft can have at most ${MAX_DRAFT_BYTES / 1024 ** 2} MB. Publish it and continue in another draft.`,
    );
}

function fieldIs(draft: number, item: string, pointer: string) {
  return and(
    eq(contentDraftFields.draft, draft),
    eq(contentDraftFields.item, item),
    eq(contentDraftFields.pointer, pointer),
  );
}

/** The changes of an item's fields in a draft. @param isWhole includes the change of the item as a whole. */
function itemIs(draft: number, item: string, { isWhole }: { isWhole: boolean }) {
  return and(
    eq(contentDraftFields.draft, draft),
    eq(contentDraftFields.item, item),
    isWhole ? undefined : ne(contentDraftFields.pointer, WHOLE_ITEM),
  );
}

function changedBy(row: FieldRow | undefined): ApiError {
  const who = row ? `${row.author} changed this field` : "Someone undid the change of this field";
  return new ApiError("conflict", `${who} in the meantime. Review it, then decide which text to keep.`);
}
