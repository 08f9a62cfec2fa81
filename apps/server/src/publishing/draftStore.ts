import { type Json, parseItemKey, parsePointer, type Timestamp, valueAt } from "@marquee/contract";
import {
  type DraftField,
  type DraftFieldChange,
  type DraftSummary,
  MAX_DRAFT_BYTES,
  MAX_DRAFTS,
  MAX_FIELD_BYTES,
  type PushedDraft,
} from "@marquee/contract/schema";
import { and, count, desc, eq, gt, inArray, ne, sum } from "drizzle-orm";
import { fieldTitle, itemName } from "../content/fieldNames.ts";
import { isSame } from "../content/overlay.ts";
import { ApiError } from "../errors/apiError.ts";
import type { RecordsDatabase, Transaction } from "../storage/records/records.ts";
import { contentDraftFields, contentDrafts } from "../storage/records/schema.ts";

type Reader = Pick<RecordsDatabase, "select">;
type DraftRow = typeof contentDrafts.$inferSelect;
type FieldRow = typeof contentDraftFields.$inferSelect;

/** Who changes a draft, and when. */
export interface Author {
  /** Email address of the account. */
  actor: string;
  now: Timestamp;
}

/** A draft as stored: without conflicts and problems, which depend on what is published. */
export interface StoredDraft extends Omit<DraftSummary, "items"> {
  state: DraftRow["state"];
  fields: DraftField[];
}

/** Open drafts with the number of changed fields by item, latest change first. */
export async function listDrafts(db: Reader): Promise<DraftSummary[]> {
  const drafts = await db
    .select()
    .from(contentDrafts)
    .where(eq(contentDrafts.state, "open"))
    .orderBy(desc(contentDrafts.updatedAt), desc(contentDrafts.id))
    .limit(MAX_DRAFTS);
  const ids = drafts.map(({ id }) => id);
  const counts =
    ids.length === 0
      ? []
      : await db
          .select({ draft: contentDraftFields.draft, item: contentDraftFields.item, fields: count() })
          .from(contentDraftFields)
          .where(inArray(contentDraftFields.draft, ids))
          .groupBy(contentDraftFields.draft, contentDraftFields.item);
  return drafts.map((draft) => ({
    ...summaryOf(draft),
    items: Object.fromEntries(
      counts.filter((each) => each.draft === draft.id).map(({ item, fields }) => [item, fields]),
    ),
  }));
}

/** @throws {ApiError} not_found */
export async function readDraft(db: Reader, id: number): Promise<StoredDraft> {
  const [draft] = await db.select().from(contentDrafts).where(eq(contentDrafts.id, id));
  if (!draft) throw missing();
  const rows = await db
    .select()
    .from(contentDraftFields)
    .where(eq(contentDraftFields.draft, id))
    .orderBy(contentDraftFields.item, contentDraftFields.pointer);
  return { ...summaryOf(draft), state: draft.state, fields: rows.map(fieldOf) };
}

/** @throws {ApiError} bad_request if there are too many. */
export async function createDraft(
  db: Pick<RecordsDatabase, "select" | "insert">,
  name: string,
  { actor, now }: Author,
): Promise<number> {
  const [open] = await db
    .select({ drafts: count() })
    .from(contentDrafts)
    .where(eq(contentDrafts.state, "open"));
  if ((open?.drafts ?? 0) >= MAX_DRAFTS)
    throw new ApiError(
      "bad_request",
      `There are already ${MAX_DRAFTS} drafts. Publish or discard one first.`,
    );
  const at = new Date(now);
  const [row] = await db
    .insert(contentDrafts)
    .values({ name: name.trim(), state: "open", createdAt: at, createdBy: actor, updatedAt: at })
    .returning();
  if (!row) throw missing();
  return row.id;
}

/**
 * Creates a draft with fields at once.
 * @param published values of all items, as published.
 * @returns its ID.
 * @throws {ApiError} bad_request if there is no such field, or a field or the draft is too large; nothing is created then.
 */
export async function createFilledDraft(
  db: RecordsDatabase,
  { name, fields }: PushedDraft,
  published: ReadonlyMap<string, Json>,
  author: Author,
): Promise<number> {
  const rows = fields.map(({ item, pointer, value, from }) => {
    if (publishedValue(published, item, pointer) === undefined)
      throw new ApiError("bad_request", `${itemName(item)} has no field ${pointer} on this server.`);
    return {
      item,
      pointer,
      change: { value: value as Json, from: from as Json },
      bytes: sizeOf(value as Json),
    };
  });
  if (new Set(rows.map(({ item, pointer }) => `${item}${pointer}`)).size < rows.length)
    throw new ApiError("bad_request", "A field is in the draft twice.");
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  if (bytes > MAX_DRAFT_BYTES) throw draftTooLarge();
  return db.transaction(async (tx) => {
    const draft = await createDraft(tx, name, author);
    const at = new Date(author.now);
    await tx
      .insert(contentDraftFields)
      .values(rows.map((row) => ({ ...row, draft, revision: 1, author: author.actor, at })));
    return draft;
  });
}

/**
 * What was published before the first publication of each field after a revision: values by item key and pointer. Fields that a
 * restoration published first are not among them.
 */
export async function readFirstValues(db: Reader, after: number): Promise<Map<string, Record<string, Json>>> {
  const rows = await db
    .select({
      item: contentDraftFields.item,
      pointer: contentDraftFields.pointer,
      change: contentDraftFields.change,
    })
    .from(contentDraftFields)
    .innerJoin(contentDrafts, eq(contentDrafts.id, contentDraftFields.draft))
    .where(gt(contentDrafts.publishedAs, after))
    .orderBy(desc(contentDrafts.publishedAs));
  const values = new Map<string, Record<string, Json>>();
  for (const { item, pointer, change } of rows)
    values.set(item, { ...values.get(item), [pointer]: change.from });
  return values;
}

/**
 * Renames, discards or restores a draft.
 * @throws {ApiError} not_found, conflict if it was published.
 */
export async function changeDraft(
  db: RecordsDatabase,
  id: number,
  { name, isDiscarded }: { name?: string; isDiscarded?: boolean },
  now: Timestamp,
): Promise<void> {
  const [row] = await db
    .update(contentDrafts)
    .set({
      ...(name !== undefined && { name: name.trim() }),
      ...(isDiscarded !== undefined && { state: isDiscarded ? ("discarded" as const) : ("open" as const) }),
      updatedAt: new Date(now),
    })
    .where(and(eq(contentDrafts.id, id), ne(contentDrafts.state, "published")))
    .returning();
  if (row) return;
  await readDraft(db, id);
  throw published();
}

/**
 * Saves one field of a draft. A value that is published already is no change, and is removed from the draft.
 * @param published values of all items, as published.
 * @returns the field, or null if it is no longer changed.
 * @throws {ApiError} not_found, bad_request if there is no such field or it is too long, conflict if the draft was published or somebody
 * else has changed the field since `revision`.
 */
export async function saveField(
  db: RecordsDatabase,
  id: number,
  { item, pointer, value: given, revision }: DraftFieldChange,
  published: ReadonlyMap<string, Json>,
  { actor, now }: Author,
): Promise<DraftField | null> {
  const value = given as Json;
  const from = publishedValue(published, item, pointer);
  if (from === undefined) throw new ApiError("bad_request", "This field no longer exists. Reload the page.");
  const bytes = sizeOf(value);
  return db.transaction(async (tx) => {
    await lockDraft(tx, id);
    const where = fieldIs(id, item, pointer);
    const [before] = await tx.select().from(contentDraftFields).where(where);
    if ((before?.revision ?? 0) !== revision) throw changedBy(before);
    await tx
      .update(contentDrafts)
      .set({ updatedAt: new Date(now) })
      .where(eq(contentDrafts.id, id));
    if (isSame(value, from)) {
      await tx.delete(contentDraftFields).where(where);
      return null;
    }
    await checkSize(tx, id, bytes - (before?.bytes ?? 0));
    const row: FieldRow = {
      draft: id,
      item,
      pointer,
      change: { value, from: before?.change.from ?? from },
      bytes,
      revision: revision + 1,
      author: actor,
      at: new Date(now),
    };
    const { draft: _draft, item: _item, pointer: _pointer, ...set } = row;
    await tx
      .insert(contentDraftFields)
      .values(row)
      .onConflictDoUpdate({
        target: [contentDraftFields.draft, contentDraftFields.item, contentDraftFields.pointer],
        set,
      });
    return fieldOf(row);
  });
}

/** Takes a field out of the draft, or bases it on what is published by now. @throws {ApiError} not_found, conflict */
export async function settleField(
  db: RecordsDatabase,
  id: number,
  { item, pointer, step }: { item: string; pointer: string; step: "remove" | "keep" },
  published: ReadonlyMap<string, Json>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDraft(tx, id);
    const where = fieldIs(id, item, pointer);
    if (step === "remove") {
      await tx.delete(contentDraftFields).where(where);
      return;
    }
    const [row] = await tx.select().from(contentDraftFields).where(where);
    const from = publishedValue(published, item, pointer);
    if (!row || from === undefined) throw new ApiError("not_found", "This field is no longer in the draft.");
    const change = { value: row.change.value, from };
    await tx
      .update(contentDraftFields)
      .set({ change, revision: row.revision + 1 })
      .where(where);
  });
}

/** The open draft, locked until the transaction ends. @throws {ApiError} not_found, conflict if it is not open. */
export async function lockDraft(tx: Transaction, id: number): Promise<DraftRow> {
  const [draft] = await tx.select().from(contentDrafts).where(eq(contentDrafts.id, id)).for("update");
  if (!draft) throw missing();
  if (draft.state === "published") throw published();
  if (draft.state === "discarded")
    throw new ApiError("conflict", "This draft was discarded. Restore it, or choose another draft.");
  return draft;
}

/** The published value at an address; undefined if the content has no such field. */
export function publishedValue(
  items: ReadonlyMap<string, Json>,
  item: string,
  pointer: string,
): Json | undefined {
  const value = parseItemKey(item) === null ? undefined : items.get(item);
  const tokens = parsePointer(pointer);
  return value === undefined || !tokens || tokens.length === 0 ? undefined : valueAt(value, tokens);
}

async function checkSize(tx: Transaction, id: number, added: number): Promise<void> {
  const [size] = await tx
    .select({ bytes: sum(contentDraftFields.bytes) })
    .from(contentDraftFields)
    .where(eq(contentDraftFields.draft, id));
  if (Number(size?.bytes ?? 0) + added > MAX_DRAFT_BYTES) throw draftTooLarge();
}

/** Bytes of a field's value as JSON. @throws {ApiError} bad_request if it can't be stored. */
function sizeOf(value: Json): number {
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_FIELD_BYTES)
    throw new ApiError("bad_request", `A field can have at most ${MAX_FIELD_BYTES / 1024} KB. Shorten it.`);
  if (/\\u0000|\\ud[89a-f]/.test(text))
    throw new ApiError("bad_request", "This text has characters that can't be stored. Type them again.");
  return bytes;
}

function draftTooLarge(): ApiError {
  return new ApiError(
    "bad_request",
    `A draft can have at most ${MAX_DRAFT_BYTES / 1024 ** 2} MB. Publish it, and go on in another.`,
  );
}

function fieldIs(draft: number, item: string, pointer: string) {
  return and(
    eq(contentDraftFields.draft, draft),
    eq(contentDraftFields.item, item),
    eq(contentDraftFields.pointer, pointer),
  );
}

function summaryOf({ id, name, createdAt, createdBy, updatedAt }: DraftRow): Omit<DraftSummary, "items"> {
  return { id, name, createdAt: createdAt.getTime(), createdBy, updatedAt: updatedAt.getTime() };
}

function fieldOf({ item, pointer, change, revision, author, at }: FieldRow): DraftField {
  return { item, pointer, label: fieldTitle(pointer), ...change, revision, author, at: at.getTime() };
}

function changedBy(row: FieldRow | undefined): ApiError {
  const who = row ? `${row.author} changed this field` : "Someone undid the change of this field";
  return new ApiError("conflict", `${who} in the meantime. Review it, then decide which text to keep.`);
}

function published(): ApiError {
  return new ApiError("conflict", "This draft was published. Choose another draft for further changes.");
}

function missing(): ApiError {
  return new ApiError("not_found", "This draft does not exist.");
}
