import { markEvents, readEventsMark, unmarkEvents } from "../../platform/storage/events/restoringEvents.ts";
import {
  markRecords,
  readRecordsMark,
  unmarkRecords,
} from "../../platform/storage/records/restoringRecords.ts";
import {
  markFolder,
  type Restoring,
  rejectRestoring,
  unmarkFolder,
} from "../../platform/storage/restoring.ts";
import type { Stores } from "../../platform/storage/stores.ts";
import { hasNoEventRows, listEventTables } from "./eventTables.ts";
import { clearRecords, hasNoRecords } from "./recordTables.ts";

/** Stores cannot be filled; the message is for the operator. */
export class RestoreError extends Error {
  override name = "RestoreError";
}

type Claimed = Pick<Stores, "eventStore" | "records">;

/**
 * Marks new stores and their data folder as parts of a backup, and removes the initial rows of new records. From then on, only the restore of this
 * backup opens them, even after an interruption. Each store is either new or already has the mark.
 * @throws {RestoreError} when a store has other data. @throws {InterruptedRestoreError} when one has a part of another backup.
 */
export async function claimStores(
  { eventStore, records: { db } }: Claimed,
  { dataDir, ...restoring }: Restoring & { dataDir: string },
): Promise<void> {
  const marks = { records: await readRecordsMark(db), events: await readEventsMark(eventStore) };
  for (const mark of Object.values(marks)) rejectRestoring(mark, restoring.id);
  const { otherTables } = await listEventTables(eventStore);
  const isEmpty =
    (marks.records !== null || (await hasNoRecords(db))) &&
    (marks.events !== null || marks.records !== null || (await hasNoEventRows(eventStore, otherTables)));
  if (!isEmpty)
    throw new RestoreError(
      "These stores already have data, and restoring a backup never replaces data. Set DATA_DIR to a new folder, and DATABASE_URL and CLICKHOUSE_URL, if you use them, to empty databases.",
    );
  await markFolder(dataDir, restoring);
  await markEvents(eventStore, restoring);
  if (marks.records) return;
  // In one transaction, because empty records without a mark would look new.
  await db.transaction(async (tx) => {
    await clearRecords(tx);
    await markRecords(tx, restoring);
  });
}

/**
 * Removes the marks once the stores have the complete backup. The record store's mark is removed last, because it identifies the backup
 * until then.
 */
export async function releaseStores({ eventStore, records }: Claimed, dataDir: string): Promise<void> {
  unmarkFolder(dataDir);
  await unmarkEvents(eventStore);
  await unmarkRecords(records.db);
}
