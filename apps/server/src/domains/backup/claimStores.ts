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
 * Marks new stores and their data folder as parts of a backup, and removes what new records start with. From then on, nothing but the restore of this
 * backup opens them, also after it was interrupted. Each store is either new or already has the mark.
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
  // Empty records without a mark would be taken for new ones.
  await db.transaction(async (tx) => {
    await clearRecords(tx);
    await markRecords(tx, restoring);
  });
}

/** Removes the marks, once the stores have all of the backup. That of the records goes last, and proves until then whose rows these are. */
export async function releaseStores({ eventStore, records }: Claimed, dataDir: string): Promise<void> {
  unmarkFolder(dataDir);
  await unmarkEvents(eventStore);
  await unmarkRecords(records.db);
}
