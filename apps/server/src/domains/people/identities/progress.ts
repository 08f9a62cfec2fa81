import type { Timestamp } from "@marquee/contract";
import { eq, sql } from "drizzle-orm";
import type { RecordsDatabase, Transaction } from "../../../platform/storage/records/records.ts";
import { identityProgress } from "../tables.ts";

export type Progress = typeof identityProgress.$inferSelect;

const isEvents = eq(identityProgress.id, "events");

export async function readProgress(db: Pick<RecordsDatabase, "select">): Promise<Progress> {
  const [progress] = await db.select().from(identityProgress).where(isEvents);
  if (!progress) throw new Error("The row of identity_progress is missing.");
  return progress;
}

/** Never decreases, because another instance may be ahead. */
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

/** Call it in the transaction that deletes names. */
export async function countDeletion(tx: Pick<Transaction, "update">): Promise<void> {
  await tx
    .update(identityProgress)
    .set({ deletions: sql`${identityProgress.deletions} + 1` })
    .where(isEvents);
}
