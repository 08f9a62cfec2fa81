import type { Timestamp } from "@marquee/contract";
import type { Note, NoteChange, NoteDefinition } from "@marquee/contract/schema";
import { and, desc, eq } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { notes } from "../storage/records/schema.ts";

type Reader = Pick<RecordsDatabase, "select">;
type Writer = Pick<RecordsDatabase, "insert">;
type Row = typeof notes.$inferSelect;

/** Who changes a note, and when. */
interface Author {
  /** Email address of the account. */
  actor: string;
  now: Timestamp;
}

/** Charts get all of them at once. */
const MAX_NOTES = 1000;

/** The latest notes, in order of time, without deleted ones. */
export async function listNotes(db: Reader): Promise<Note[]> {
  const rows = await db
    .select()
    .from(notes)
    .where(eq(notes.isDeleted, false))
    .orderBy(desc(notes.at), desc(notes.id))
    .limit(MAX_NOTES);
  return rows.reverse().map(stateOf);
}

/** @throws {ApiError} not_found */
export async function findNote(db: Reader, id: number): Promise<Note> {
  const [row] = await db.select().from(notes).where(eq(notes.id, id));
  if (!row) throw missing();
  return stateOf(row);
}

export async function createNote(
  db: RecordsDatabase,
  { at, text }: Omit<NoteDefinition, "isDeleted">,
  { actor, now }: Author,
): Promise<Note> {
  const time = new Date(now);
  const written = { createdAt: time, createdBy: actor, updatedAt: time, updatedBy: actor };
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(notes)
      .values({ at: new Date(at), text: text.trim(), revision: 1, ...written })
      .returning();
    if (!row) throw missing();
    await record(tx, { row, action: "created", before: null, author: { actor, now } });
    return stateOf(row);
  });
}

/**
 * Saves, deletes or restores a note.
 * @param action overrides the action in the change history.
 * @throws {ApiError} not_found, conflict if the revision is outdated.
 */
export async function changeNote(
  db: RecordsDatabase,
  { id, revision, note: { at, text, isDeleted } }: NoteChange & { id: number },
  { actor, now }: Author,
  action?: "reverted",
): Promise<Note> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(notes).where(eq(notes.id, id));
    if (!before) throw missing();
    const changed = { at: new Date(at), text: text.trim(), isDeleted, revision: revision + 1 };
    // The statement itself compares the revision, so two concurrent edits cannot both succeed.
    const [row] = await tx
      .update(notes)
      .set({ ...changed, updatedAt: new Date(now), updatedBy: actor })
      .where(and(eq(notes.id, id), eq(notes.revision, revision)))
      .returning();
    if (!row) throw conflict(before);
    const done = action ?? actionOf(before, row);
    await record(tx, { row, action: done, before: definitionOf(before), author: { actor, now } });
    return stateOf(row);
  });
}

function actionOf(before: Row, { isDeleted }: Row): string {
  if (before.isDeleted === isDeleted) return "changed";
  return isDeleted ? "deleted" : "restored";
}

function missing(): ApiError {
  return new ApiError("not_found", "This note does not exist.");
}

function conflict({ updatedBy, updatedAt }: Row): ApiError {
  return new ApiError(
    "conflict",
    `${updatedBy} changed this note at ${updatedAt.toISOString()}. Close it, review their change, and try again.`,
  );
}

interface Recorded {
  row: Row;
  action: string;
  before: NoteDefinition | null;
  author: Author;
}

async function record(tx: Writer, { row, action, before, author }: Recorded): Promise<void> {
  const { actor, now } = author;
  const change = { entity: "note", key: String(row.id), action } as const;
  await recordChange(tx, { ...change, at: now, actor, before, after: definitionOf(row) });
}

function definitionOf({ at, text, isDeleted }: Row): NoteDefinition {
  return { at: at.getTime(), text, isDeleted };
}

function stateOf({ at, createdAt, updatedAt, ...row }: Row): Note {
  return { ...row, at: at.getTime(), createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() };
}
