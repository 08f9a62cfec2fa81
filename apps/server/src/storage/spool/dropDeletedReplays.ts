import { type ReplayKey, readDeletedReplays } from "../records/deletedReplays.ts";
import type { RecordsDatabase } from "../records/records.ts";
import type { RecordingRow } from "./recordingSpool.ts";

/**
 * Leaves out what browsers still send of replays that were deleted in the console.
 * @throws when the record store is away: the rows wait then.
 */
export async function dropDeletedReplays(
  db: Pick<RecordsDatabase, "select">,
  rows: readonly RecordingRow[],
): Promise<RecordingRow[]> {
  const sessions = new Set(rows.flatMap((row) => replayOf(row)?.sessionId ?? []));
  const isDeleted = await readDeletedReplays(db, [...sessions]);
  return rows.filter((row) => {
    const replay = replayOf(row);
    return !replay || !isDeleted(replay);
  });
}

/** Monitoring has sessions of its own, which name no replay of ours. */
function replayOf({ row }: RecordingRow): ReplayKey | null {
  if (!("session_id" in row && "visitor_id" in row)) return null;
  const { session_id, visitor_id } = row;
  if (typeof session_id !== "number" || session_id === 0 || typeof visitor_id !== "string") return null;
  return { sessionId: session_id, visitorId: visitor_id };
}
