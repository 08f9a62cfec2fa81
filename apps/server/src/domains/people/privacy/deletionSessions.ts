import { inArray, sql } from "drizzle-orm";
import type { RecordedSessions } from "../../../platform/storage/events/queries/recordedSessions.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { deletionRequests, deletionSessions } from "../tables.ts";

export const NO_SESSIONS: RecordedSessions = { sessions: [], monitoring: [] };

/** The union of these session lists, without duplicates. */
export function mergeSessions(all: readonly RecordedSessions[]): RecordedSessions {
  const join = (name: keyof RecordedSessions) => [...new Set(all.flatMap((each) => each[name]))];
  return { sessions: join("sessions"), monitoring: join("monitoring") };
}

/**
 * The sessions stored for pending deletions, merged.
 * @param ids `sessionsId` of each deletion; null if none are stored.
 */
export async function readDeletionSessions(
  db: Pick<RecordsDatabase, "select">,
  ids: readonly (string | null)[],
): Promise<RecordedSessions> {
  const storedIds = [...new Set(ids.filter((id) => id !== null))];
  if (storedIds.length === 0) return NO_SESSIONS;
  const rows = await db.select().from(deletionSessions).where(inArray(deletionSessions.id, storedIds));
  return mergeSessions(rows.map(({ found }) => found));
}

/**
 * Stores the sessions to delete, as one list for all deletions of a batch. Call it before deleting the rows that link the sessions to the
 * people. Also drops lists that are no longer used.
 */
export async function storeDeletionSessions(
  db: RecordsDatabase,
  ids: readonly string[],
  sessions: RecordedSessions,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(deletionSessions)
      .values({ found: sessions })
      .returning({ id: deletionSessions.id });
    if (row)
      await tx
        .update(deletionRequests)
        .set({ sessionsId: row.id })
        .where(inArray(deletionRequests.id, [...ids]));
    await dropUnusedSessions(tx);
  });
}

/** Deletes session lists that no pending deletion refers to. */
export async function dropUnusedSessions(db: Pick<RecordsDatabase, "delete">): Promise<void> {
  const isUnused = sql`not exists (select 1 from ${deletionRequests} open where open.sessions_id = ${deletionSessions.id})`;
  await db.delete(deletionSessions).where(isUnused);
}
