import type { Logger } from "pino";
import type { EventStore } from "../events/eventStore.ts";
import { type ReplayKey, readDeletedReplays } from "../records/deletedReplays.ts";
import type { RecordsDatabase } from "../records/records.ts";
import { type Drain, startDrain } from "./drain.ts";
import { type Spool, startSpool } from "./spool.ts";

/** Tables for recorder and RUM data. */
const RECORDING_TABLES = ["replay_segments", "interactions", "monitoring_events"] as const;
type RecordingTable = (typeof RECORDING_TABLES)[number];

/** A spooled row for one of the {@link RECORDING_TABLES}. */
export interface RecordingRow {
  /** Unique across all tables; contains the table name. */
  message_id: string;
  table: RecordingTable;
  row: object;
  /** Approximate size in memory, in bytes. */
  bytes: number;
}

/** Spool and drain for {@link RecordingRow}s. */
export interface RecordingSpool {
  spool: Spool<RecordingRow>;
  drain: Drain;
}

interface RecordingSpoolOptions {
  dir: string;
  eventStore: Pick<EventStore, "insert">;
  /** Selects the rows of a block to store. Called right before the insert, because a replay may be deleted while its rows wait. */
  sift: (rows: readonly RecordingRow[]) => Promise<RecordingRow[]>;
  log: Logger;
}

/** Limits memory use: the embedded store holds several copies of a block while inserting it. */
const BLOCK_BYTES = 8 * 1024 ** 2;
const BLOCK_ROWS = 2000;

export function startRecordingSpool({ dir, eventStore, sift, log }: RecordingSpoolOptions): RecordingSpool {
  const weight = { weigh: ({ bytes }: RecordingRow) => bytes, most: BLOCK_BYTES };
  const spool = startSpool<RecordingRow>({ dir, weight });
  const insert = async (rows: readonly RecordingRow[], token: string) => {
    const kept = await sift(rows);
    for (const table of RECORDING_TABLES) {
      const ofTable = kept.filter((row) => row.table === table).map(({ row }) => row);
      if (ofTable.length > 0) await eventStore.insert(table, ofTable, `${token}-${table}`);
    }
  };
  return { spool, drain: startDrain({ spool, insert, log, blockSize: BLOCK_ROWS }) };
}

/**
 * Drops rows of replays that were deleted in the console.
 * @throws when the record store is unavailable; the rows then stay in the spool.
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

/** The replay that a row belongs to; null for RUM rows, whose sessions are Datadog's and identify no replay. */
function replayOf({ row }: RecordingRow): ReplayKey | null {
  if (!("session_id" in row && "visitor_id" in row)) return null;
  const { session_id, visitor_id } = row;
  if (typeof session_id !== "number" || session_id === 0 || typeof visitor_id !== "string") return null;
  return { sessionId: session_id, visitorId: visitor_id };
}
