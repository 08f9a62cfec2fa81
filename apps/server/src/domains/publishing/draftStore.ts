import { localizePath, parseItemKey, WHOLE_ITEM } from "@marquee/contract";
import {
  type DraftField,
  type DraftPage,
  type DraftSchedule,
  type DraftSummary,
  MAX_DRAFTS,
} from "@marquee/contract/schema";
import { and, count, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import { fieldTitle } from "../content/fieldNames.ts";
import { contentDraftFields, contentDrafts } from "./tables.ts";

type Reader = Pick<RecordsDatabase, "select">;
type DraftRow = typeof contentDrafts.$inferSelect;
export type FieldRow = typeof contentDraftFields.$inferSelect;

/** Columns of a draft without a schedule. */
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

/** Changes of whole pages in drafts. The texts of added pages are not read. */
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
    const earlierStep = steps.get(id);
    const place = { draft, item, title: null, path: null };
    // Later changes to an added page are part of the addition.
    if (pointer === WHOLE_ITEM && kind === "null") steps.set(id, { ...place, step: "removed" });
    else if (pointer === WHOLE_ITEM) steps.set(id, { ...place, step: "added", title, path });
    else if (earlierStep?.step === "added" && pointer === "/title")
      steps.set(id, { ...earlierStep, title: value });
    else if (earlierStep?.step === "added" && pointer === "/path")
      steps.set(id, { ...earlierStep, path: value });
    else if (earlierStep || pointer === "/title") continue;
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

export async function checkCount(db: Reader): Promise<void> {
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

export async function insertDraft(db: Writer, name: string, { actor, now }: Author): Promise<number> {
  const at = new Date(now);
  const [row] = await db
    .insert(contentDrafts)
    .values({ name: name.trim(), state: "open", createdAt: at, createdBy: actor, updatedAt: at })
    .returning();
  if (!row) throw missing();
  return row.id;
}

/**
 * Renames, discards or restores a draft, or requests its publication.
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
      // A restored draft loses its schedule until someone sets it again.
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

/** The open draft, locked until the transaction ends. @throws {ApiError} not_found, conflict if it is not open. */
export async function lockDraft(tx: Transaction, id: number): Promise<DraftRow> {
  const [draft] = await tx.select().from(contentDrafts).where(eq(contentDrafts.id, id)).for("update");
  if (!draft) throw missing();
  if (draft.state === "published") throw published();
  if (draft.state === "discarded")
    throw new ApiError("conflict", "This draft was discarded. Restore it, or choose another draft.");
  return draft;
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

export function fieldOf({ item, pointer, change, revision, author, at }: FieldRow): DraftField {
  return { item, pointer, label: fieldTitle(item, pointer), ...change, revision, author, at: at.getTime() };
}

function published(): ApiError {
  return new ApiError("conflict", "This draft was published. Choose another draft for further changes.");
}

function missing(): ApiError {
  return new ApiError("not_found", "This draft does not exist.");
}
