import type { Timestamp } from "@marquee/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { RecordsDatabase, Transaction } from "../storage/records/records.ts";
import { identityProgress } from "../storage/records/schema.ts";

export type Progress = typeof identityProgress.$inferSelect;

const isEvents = eq(identityProgress.id, "events");

export async function readProgress(db: Pick<RecordsDatabase, "select">): Promise<Progress> {
  const [progress] = await db.select().from(identityProgress).where(isEvents);
  if (!progress) throw new Error("The row of identity_progress is missing.");
  return progress;
}

/**
 * Begins to follow events, unless another server instance has.
 * @param receivedThrough where to begin with the events of before; null without any.
 */
export async function beginProgress(
  db: Pick<RecordsDatabase, "update">,
  insertedThrough: Timestamp,
  receivedThrough: Timestamp | null,
): Promise<void> {
  await db
    .update(identityProgress)
    .set({
      insertedThrough: new Date(insertedThrough),
      receivedThrough: receivedThrough === null ? null : new Date(receivedThrough),
    })
    .where(and(isEvents, isNull(identityProgress.insertedThrough)));
}

/** Never goes back, because another instance may be further. */
export async function saveInsertedThrough(
  db: Pick<RecordsDatabase, "update">,
  time: Timestamp,
): Promise<void> {
  const at = new Date(time);
  await db
    .update(identityProgress)
    .set({ insertedThrough: sql`greatest(${identityProgress.insertedThrough}, ${at}::timestamptz)` })
    .where(isEvents);
}

/** @param time null once all events of before have been read. */
export async function saveReceivedThrough(
  db: Pick<RecordsDatabase, "update">,
  time: Timestamp | null,
): Promise<void> {
  // Null stays: another instance has finished.
  const at = time === null ? null : new Date(time);
  const next =
    at &&
    sql`case when ${identityProgress.receivedThrough} is null then null
    else greatest(${identityProgress.receivedThrough}, ${at}::timestamptz) end`;
  await db.update(identityProgress).set({ receivedThrough: next }).where(isEvents);
}

/** Call it in the transaction that deletes names. */
export async function countDeletion(tx: Pick<Transaction, "update">): Promise<void> {
  await tx
    .update(identityProgress)
    .set({ deletions: sql`${identityProgress.deletions} + 1` })
    .where(isEvents);
}
