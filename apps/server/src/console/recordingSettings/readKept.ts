import { ONE_DAY } from "@marquee/contract";
import type { RecordingKeptAnswer } from "@marquee/contract/schema";
import { GRACE } from "../../archive/prune/pruneArchive.ts";
import { readLastPruning } from "../../archive/prune/pruningRecord.ts";
import { queryArchiveSize } from "../../archive/queryArchiveSize.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";

/** How long recordings are kept, and what is kept of pages. @param retentionDays of recordings; null for ever. */
export async function readKept(
  db: RecordsDatabase,
  retentionDays: number | null,
): Promise<RecordingKeptAnswer> {
  const [size, lastPruning] = await Promise.all([queryArchiveSize(db), readLastPruning(db)]);
  return { retentionDays, archive: { ...size, graceDays: GRACE / ONE_DAY, lastPruning } };
}
