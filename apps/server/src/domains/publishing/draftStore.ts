import {
  isImageFile,
  type Json,
  localizePath,
  parseItemKey,
  type Timestamp,
  valueAt,
  WHOLE_ITEM,
} from "@marquee/contract";
import {
  type DraftField,
  type DraftFieldChange,
  type DraftPage,
  type DraftSchedule,
  type DraftSummary,
  MAX_DRAFT_BYTES,
  MAX_DRAFTS,
  MAX_FIELD_BYTES,
  MAX_ITEM_BYTES,
  type PushedDraft,
} from "@marquee/contract/schema";
import { and, count, desc, eq, gt, inArray, ne, sql, sum } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import { findUnstorable } from "../../platform/http/storableText.ts";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import { contentDraftFields, contentDrafts } from "../../platform/storage/records/schema.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import { fieldTitle, itemName } from "../content/fieldNames.ts";
import { changeableValue, isSame } from "../content/overlay.ts";
import { completePage } from "../content/startContent.ts";
import { keepImage } from "./uploadedImages.ts";

type Reader = Pick<RecordsDatabase, "select">;
type DraftRow = typeof contentDrafts.$inferSelect;
type FieldRow = typeof contentDraftFields.$inferSelect;

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 1000;

/** Columns of a draft that is not published by itself. */
export const NOT_SCHEDULED = {
  scheduledFor: null,
  scheduledBy: null,
  scheduledAt: null,
  scheduleNote: null,
  scheduleProblem: null,
} as const;

/** A draft as stored: without conflicts and problems, which depend on what is published. */
export interface StoredDraft extends Omit<DraftSummary, "items" | "pages"> {
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
  const pages = await listPageSteps(db, ids);
  return drafts.map((draft) => ({
    ...summaryOf(draft),
    pages: pages.flatMap(({ draft: of, ...page }) => (of === draft.id ? [page] : [])),
    items: Object.fromEntries(
      counts.filter((each) => each.draft === draft.id).map(({ item, fields }) => [item, fields]),
    ),
  }));
}

/** What drafts do with whole pages. The texts of pages that they add are not read. */
async function listPageSteps(
  db: Reader,
  drafts: readonly number[],
): Promise<(DraftPage & { draft: number })[]> {
  if (drafts.length === 0) return [];
  const text = (path: string) => sql<string | null>`${contentDraftFields.change}#>>${path}`;
  const rows = await db
    .select({
      draft: contentDraftFields.draft,
      item: contentDraftFields.item,
      pointer: contentDraftFields.pointer,
      kind: sql<string>`jsonb_typeof(${contentDraftFields.change}->'value')`,
      title: text("{value,title}"),
      path: text("{value,path}"),
      value: sql<string | null>`left(${contentDraftFields.change}->>'value', 300)`,
    })
    .from(contentDraftFields)
    .where(
      and(
        inArray(contentDraftFields.draft, [...drafts]),
        inArray(contentDraftFields.pointer, [WHOLE_ITEM, "/path", "/hidden", "/title"]),
      ),
    )
    .orderBy(contentDraftFields.pointer);
  const steps = new Map<string, DraftPage & { draft: number }>();
  for (const { draft, item, pointer, kind, title, path, value } of rows) {
    const id = `${draft} ${item}`;
    const known = steps.get(id);
    const place = { draft, item, title: null, path: null };
    // What an added page is changed to afterwards is how it is added.
    if (pointer === WHOLE_ITEM && kind === "null") steps.set(id, { ...place, step: "removed" });
    else if (pointer === WHOLE_ITEM) steps.set(id, { ...place, step: "added", title, path });
    else if (known?.step === "added" && pointer === "/title") steps.set(id, { ...known, title: value });
    else if (known?.step === "added" && pointer === "/path") steps.set(id, { ...known, path: value });
    else if (known || pointer === "/title") continue;
    else if (pointer === "/path") steps.set(id, { ...place, step: "renamed", path: value });
    else steps.set(id, { ...place, step: value === "true" ? "hidden" : "shown" });
  }
  return [...steps.values()].map((page) => ({
    ...page,
    path: page.path && withLanguage(page.item, page.path),
  }));
}

function withLanguage(item: string, path: string): string {
  const address = parseItemKey(item);
  return address && "locale" in address ? localizePath(path, address.locale) : path;
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

type Writer = Pick<RecordsDatabase, "select" | "insert">;

/** @throws {ApiError} bad_request if there are too many. */
export async function createDraft(db: Writer, name: string, author: Author): Promise<number> {
  await checkCount(db);
  return insertDraft(db, name, author);
}

async function checkCount(db: Reader): Promise<void> {
  const [open] = await db
    .select({ drafts: count() })
    .from(contentDrafts)
    .where(eq(contentDrafts.state, "open"));
  if ((open?.drafts ?? 0) >= MAX_DRAFTS)
    throw new ApiError(
      "bad_request",
      `There are already ${MAX_DRAFTS} drafts. Publish or discard one first.`,
    );
}

async function insertDraft(db: Writer, name: string, { actor, now }: Author): Promise<number> {
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
 * @throws {ApiError} bad_request if there is no such field or upload, or a field or the draft is too large; nothing is created then.
 */
export async function createFilledDraft(
  db: RecordsDatabase,
  draft: PushedDraft,
  published: ReadonlyMap<string, Json>,
  author: Author,
): Promise<number> {
  return db.transaction(async (tx) => {
    await checkCount(tx);
    return insertFilledDraft(tx, draft, published, author);
  });
}

/** {@link createFilledDraft} in a transaction, however many drafts there are: for a draft that is published in it. */
export async function insertFilledDraft(
  tx: Transaction,
  { name, fields }: PushedDraft,
  published: ReadonlyMap<string, Json>,
  author: Author,
): Promise<number> {
  const rows = fields.map(({ item, pointer, value: given, from }) => {
    const isWhole = pointer === WHOLE_ITEM;
    const value = isWhole && given !== null ? completePage(item, given as Json) : (given as Json);
    if (publishedValue(published, item, pointer) === undefined)
      throw new ApiError("bad_request", `${itemName(item)} has no field ${pointer} on this server.`);
    return { item, pointer, change: { value, from: from as Json }, bytes: checkValue(value, isWhole) };
  });
  if (new Set(rows.map(({ item, pointer }) => `${item}${pointer}`)).size < rows.length)
    throw new ApiError("bad_request", "A field is in the draft twice.");
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  if (bytes > MAX_DRAFT_BYTES) throw draftTooLarge();
  for (const { item, pointer, change } of rows)
    await checkImageFile(tx, { item, pointer, value: change.value, published, now: author.now });
  const draft = await insertDraft(tx, name, author);
  const at = new Date(author.now);
  await tx
    .insert(contentDraftFields)
    .values(rows.map((row) => ({ ...row, draft, revision: 1, author: author.actor, at })));
  return draft;
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
 * Renames, discards or restores a draft, or asks for it to be published.
 * @throws {ApiError} not_found, conflict if it was published.
 */
export async function changeDraft(
  db: RecordsDatabase,
  id: number,
  { name, isDiscarded, isReady }: { name?: string; isDiscarded?: boolean; isReady?: boolean },
  { actor, now }: Author,
): Promise<void> {
  const isChanged = name !== undefined || isDiscarded !== undefined;
  const [row] = await db
    .update(contentDrafts)
    .set({
      ...(name !== undefined && { name: name.trim() }),
      ...(isDiscarded !== undefined && { state: isDiscarded ? ("discarded" as const) : ("open" as const) }),
      // A restored draft is not published by itself without anybody having decided that again.
      ...(isDiscarded && NOT_SCHEDULED),
      ...(isReady !== undefined && {
        readyBy: isReady ? actor : null,
        readyAt: isReady ? new Date(now) : null,
      }),
      ...(isChanged && { updatedAt: new Date(now) }),
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
  change: DraftFieldChange,
  published: ReadonlyMap<string, Json>,
  author: Author,
): Promise<DraftField | null> {
  return db.transaction(async (tx) => {
    await lockDraft(tx, id);
    return saveLocked(tx, id, change, published, author);
  });
}

/** {@link saveField} in a transaction that has locked the draft. @param revision null to save whatever is stored. */
export async function saveLocked(
  tx: Transaction,
  id: number,
  { item, pointer, value: given, revision }: Omit<DraftFieldChange, "revision"> & { revision: number | null },
  published: ReadonlyMap<string, Json>,
  { actor, now }: Author,
): Promise<DraftField | null> {
  const isWhole = pointer === WHOLE_ITEM;
  const value = isWhole && given !== null ? completePage(item, given as Json) : (given as Json);
  const bytes = checkValue(value, isWhole);
  const from = publishedValue(await itemsOf(tx, id, { item, isWhole }, published), item, pointer);
  if (from === undefined) throw new ApiError("bad_request", "This field no longer exists. Reload the page.");
  await checkImageFile(tx, { item, pointer, value, published, now });
  const where = fieldIs(id, item, pointer);
  const [before] = await tx.select().from(contentDraftFields).where(where);
  if (revision !== null && (before?.revision ?? 0) !== revision) throw changedBy(before);
  await tx
    .update(contentDrafts)
    .set({ updatedAt: new Date(now) })
    .where(eq(contentDrafts.id, id));
  // An item that is added has the fields that it is added with.
  if (isWhole && (value !== null || from === null))
    await tx.delete(contentDraftFields).where(itemIs(id, item, { isWhole: from === null && value === null }));
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
    revision: (before?.revision ?? 0) + 1,
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
}

/**
 * Saves many fields of a draft at once, whatever it has for them. Images' files are not among them.
 * @throws {ApiError} not_found, bad_request if there is no such field or something is too large, conflict if the draft is not open.
 */
export async function saveFields(
  db: RecordsDatabase,
  id: number,
  fields: readonly Pick<DraftField, "item" | "pointer" | "value">[],
  published: ReadonlyMap<string, Json>,
  { actor, now }: Author,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDraft(tx, id);
    const stored = await tx.select().from(contentDraftFields).where(eq(contentDraftFields.draft, id));
    const known = new Map(stored.map((row) => [`${row.item} ${row.pointer}`, row]));
    // Fields of an item that the draft adds are changes of that.
    const items = new Map(published);
    for (const { item, pointer, change } of stored)
      if (pointer === WHOLE_ITEM && change.value !== null) items.set(item, change.value);
    let size = stored.reduce((sum, { bytes }) => sum + bytes, 0);
    const at = new Date(now);
    const rows: FieldRow[] = [];
    for (const { item, pointer, value: given } of fields) {
      const isWhole = pointer === WHOLE_ITEM;
      const value = isWhole && given !== null ? completePage(item, given) : given;
      const bytes = checkValue(value, isWhole);
      const from = publishedValue(isWhole ? published : items, item, pointer);
      if (from === undefined)
        throw new ApiError("bad_request", `${itemName(item)} has no field ${pointer} any more. Try again.`);
      const before = known.get(`${item} ${pointer}`);
      size += bytes - (before?.bytes ?? 0);
      const change = { value, from: before?.change.from ?? from };
      rows.push({
        draft: id,
        item,
        pointer,
        change,
        bytes,
        revision: (before?.revision ?? 0) + 1,
        author: actor,
        at,
      });
    }
    if (size > MAX_DRAFT_BYTES) throw draftTooLarge();
    await tx.update(contentDrafts).set({ updatedAt: at }).where(eq(contentDrafts.id, id));
    const excluded = Object.fromEntries(
      ["change", "bytes", "revision", "author", "at"].map((column) => [
        column,
        sql.raw(`excluded.${column}`),
      ]),
    );
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
      await tx
        .insert(contentDraftFields)
        .values(rows.slice(first, first + ROWS_AT_ONCE))
        .onConflictDoUpdate({
          target: [contentDraftFields.draft, contentDraftFields.item, contentDraftFields.pointer],
          set: excluded,
        });
    // What is published already is no change.
    for (const { item, pointer, change } of rows)
      if (isSame(change.value, publishedValue(items, item, pointer)))
        await tx.delete(contentDraftFields).where(fieldIs(id, item, pointer));
  });
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

/** What a field of an item is a change of: the item as it is published, or as this draft adds it. @throws {ApiError} bad_request */
async function itemsOf(
  tx: Transaction,
  id: number,
  { item, isWhole }: { item: string; isWhole: boolean },
  published: ReadonlyMap<string, Json>,
): Promise<ReadonlyMap<string, Json>> {
  if (isWhole) return published;
  const [whole] = await tx
    .select()
    .from(contentDraftFields)
    .where(fieldIs(id, item, WHOLE_ITEM));
  if (!whole) return published;
  const { value } = whole.change;
  if (value === null)
    throw new ApiError("bad_request", "This draft deletes the page. Take that back before you change it.");
  return new Map([[item, value]]);
}

/** Takes a field out of the draft, or bases it on what is published by now. @throws {ApiError} not_found, conflict */
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
      // Without the item that the draft adds, there is nothing that its fields belong to.
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

/** The open draft, locked until the transaction ends. @throws {ApiError} not_found, conflict if it is not open. */
export async function lockDraft(tx: Transaction, id: number): Promise<DraftRow> {
  const [draft] = await tx.select().from(contentDrafts).where(eq(contentDrafts.id, id)).for("update");
  if (!draft) throw missing();
  if (draft.state === "published") throw published();
  if (draft.state === "discarded")
    throw new ApiError("conflict", "This draft was discarded. Restore it, or choose another draft.");
  return draft;
}

/** The published value at an address; null if there is none but one can be added, undefined if the content has no such field. */
export function publishedValue(
  items: ReadonlyMap<string, Json>,
  item: string,
  pointer: string,
): Json | undefined {
  return parseItemKey(item) === null ? undefined : changeableValue(items, item, pointer);
}

interface ImageChange {
  item: string;
  pointer: string;
  value: Json;
  published: ReadonlyMap<string, Json>;
  now: Timestamp;
}

/** Only the file of a published image and those that were uploaded can be used. */
async function checkImageFile(tx: Transaction, change: ImageChange): Promise<void> {
  const { item, pointer, value, published, now } = change;
  if (parseItemKey(item)?.kind !== "image") return;
  const isWhole = pointer === WHOLE_ITEM;
  if ((!isWhole && pointer !== "/file") || value === null) return;
  const file = isWhole ? valueAt(value, ["file"]) : value;
  const isKnown =
    isSame(file, publishedValue(published, item, "/file")) ||
    (isImageFile(file) && (await keepImage(tx, file, now)));
  if (!isKnown) throw new ApiError("bad_request", "There is no such upload. Upload the picture again.");
}

async function checkSize(tx: Transaction, id: number, added: number): Promise<void> {
  const [size] = await tx
    .select({ bytes: sum(contentDraftFields.bytes) })
    .from(contentDraftFields)
    .where(eq(contentDraftFields.draft, id));
  if (Number(size?.bytes ?? 0) + added > MAX_DRAFT_BYTES) throw draftTooLarge();
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

function summaryOf(draft: DraftRow): Omit<DraftSummary, "items" | "pages"> {
  const { id, name, createdAt, createdBy, updatedAt } = draft;
  const at = { createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() };
  return { id, name, createdBy, ...at, schedule: scheduleOf(draft), ready: readyOf(draft) };
}

function readyOf({ readyBy, readyAt, updatedAt }: DraftRow): DraftSummary["ready"] {
  return readyBy && readyAt && readyAt >= updatedAt ? { by: readyBy, at: readyAt.getTime() } : null;
}

/** Publishing and discarding a draft end its schedule. */
function scheduleOf(draft: DraftRow): DraftSchedule | null {
  const { state, updatedAt, scheduledFor, scheduledAt, scheduledBy, scheduleNote, scheduleProblem } = draft;
  if (state !== "open" || !scheduledFor || !scheduledAt) return null;
  return {
    at: scheduledFor.getTime(),
    by: scheduledBy ?? "",
    since: scheduledAt.getTime(),
    note: scheduleNote ?? "",
    isChanged: updatedAt > scheduledAt,
    problem: scheduleProblem,
  };
}

/** The changes of an item's fields in a draft. @param isWhole also the change of the item as a whole. */
function itemIs(draft: number, item: string, { isWhole }: { isWhole: boolean }) {
  return and(
    eq(contentDraftFields.draft, draft),
    eq(contentDraftFields.item, item),
    isWhole ? undefined : ne(contentDraftFields.pointer, WHOLE_ITEM),
  );
}

function fieldOf({ item, pointer, change, revision, author, at }: FieldRow): DraftField {
  return { item, pointer, label: fieldTitle(item, pointer), ...change, revision, author, at: at.getTime() };
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
