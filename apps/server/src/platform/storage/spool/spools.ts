import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DISK_RESERVES, type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import type { MeasureDisk } from "../disk.ts";
import type { InsertLines } from "../events/eventStore.ts";
import type { MigrationContext } from "../events/migrations/migration.types.ts";
import { FolderLockedError, lockFolder } from "../folderLock.ts";
import type { ReplayKey } from "../records/deletedReplays.ts";
import { completeEntry } from "./completeEntry.ts";
import { type Drain, startDrain } from "./drain.ts";
import { encodeRecording, RECORDING_TABLES, type RecordingRow, type SpoolEntry } from "./entries.ts";
import { type RejectRows, rejectBadRows } from "./rejectBadRows.ts";
import { type Spool, startSpool } from "./spool.ts";
import type { BlockLimits, SpoolBlock } from "./spoolFile.ts";

/** A spool for events and one for recordings, interactions and RUM, whose rows are few and large; each with its drain. */
export interface Spools {
  spool: Spool;
  drain: Drain;
  recordings: { spool: Spool<RecordingRow>; drain: Drain };
  /** See {@link Spool.rewrite}; one after the other, each between two blocks. */
  rewrite(): Promise<void>;
  /** Stops draining, then closes the spools. Remaining rows stay. */
  stop(): Promise<void>;
}

/** Access to deleted replays in the record store. Both methods throw when it is unavailable; the rows then stay in the spool. */
export interface DeletedReplays {
  /** The deleted ones among these replays. */
  find(replays: readonly ReplayKey[]): Promise<ReplayKey[]>;
  /** Reports that data of these deleted replays may have been stored, so that it is deleted again. */
  noteLate(replays: readonly ReplayKey[]): Promise<void>;
}

interface SpoolsOptions {
  dataDir: string;
  insertLines: InsertLines;
  /** Keeps rows that the event store can't read. */
  reject: RejectRows;
  /** Site of events that an earlier version spooled without one. */
  site: MigrationContext["site"];
  /**
   * Checked right before rows are inserted, because a replay may be deleted while its rows wait, and right after, because it may be deleted during the
   * insert.
   */
  deletedReplays: DeletedReplays;
  /** When each drain starts; immediately by default. */
  start?: { events: Promise<void> | undefined; recordings: Promise<void> | undefined };
  /** Tests replace it. */
  measure?: MeasureDisk;
  log: Logger;
}

const RECORDINGS_BLOCK: BlockLimits = { rows: 2000, bytes: 8 * 1024 ** 2 };

const LOCK_TIMEOUT: Milliseconds = 10 * ONE_SECOND;
const LOCK_INTERVAL: Milliseconds = 100;

/**
 * Opens the spools for this process alone.
 * @throws {SpoolCorruptedError} when a spool's file is damaged. @throws {FolderLockedError} when another process has the spools open.
 * @throws {NewerDataError} when a newer version wrote them.
 */
export async function openSpools({
  dataDir,
  insertLines: insertAll,
  reject,
  site,
  deletedReplays,
  start,
  measure,
  log,
}: SpoolsOptions): Promise<Spools> {
  const unlock = await lockSpools(join(dataDir, "spool"));
  const spool = startSpool({ dir: join(dataDir, "spool"), measure });
  const linesOf = (entries: readonly SpoolEntry[]) =>
    entries.map((entry) => completeEntry(entry, site).lines);
  const insertLines = rejectBadRows({ insertLines: insertAll, reject, log });
  const insertEvents = ({ entries, token }: SpoolBlock) => insertLines("events", linesOf(entries), token);
  const drain = startDrain({ spool, insert: insertEvents, start: start?.events, log });

  const recordings = startSpool<RecordingRow>({
    dir: join(dataDir, "spool-recordings"),
    encode: encodeRecording,
    // Larger than the reserve for events, so recordings are rejected first.
    diskReserve: DISK_RESERVES.recordings,
    measure,
  });
  const findDeleted = async (replays: readonly ReplayKey[]) =>
    replays.length === 0 ? [] : deletedReplays.find(replays);
  const insertRecordings = async ({ entries, token }: SpoolBlock) => {
    const replays = replaysOf(entries);
    const dropped = new Set((await findDeleted(replays)).map(nameOf));
    const remaining = entries.filter(({ replay }) => !replay || !dropped.has(nameOf(replay)));
    for (const table of RECORDING_TABLES) {
      const ofTable = remaining.filter((entry) => entry.table === table);
      if (ofTable.length > 0) await insertLines(table, linesOf(ofTable), `${token}-${table}`);
    }
    // Rows of a replay that was deleted during the insertion may be stored after the deletion, which only waits for this instance. Dropped
    // rows may have been stored by an earlier attempt at this block.
    const deleted = await findDeleted(replays);
    if (deleted.length > 0) await deletedReplays.noteLate(deleted);
  };
  const recordingsDrain = startDrain({
    spool: recordings,
    insert: insertRecordings,
    start: start?.recordings,
    log,
    limits: RECORDINGS_BLOCK,
  });
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await Promise.all([drain.stop(), recordingsDrain.stop()]);
    await Promise.all([spool.stop(), recordings.stop()]);
    await unlock();
  };
  return {
    spool,
    drain,
    recordings: { spool: recordings, drain: recordingsDrain },
    async rewrite() {
      await drain.between(spool.rewrite);
      await recordingsDrain.between(recordings.rewrite);
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * Waits for a while, because the process of a killed server only exits once it notices, which takes seconds on a busy
 * machine.
 */
async function lockSpools(folder: string): Promise<() => Promise<void>> {
  const deadline = Date.now() + LOCK_TIMEOUT;
  for (;;) {
    try {
      return await lockFolder(folder);
    } catch (error) {
      if (!(error instanceof FolderLockedError) || Date.now() > deadline) throw error;
      await sleep(LOCK_INTERVAL);
    }
  }
}

/** The replays that these entries belong to, each once. */
function replaysOf(entries: readonly SpoolEntry[]): ReplayKey[] {
  return [...new Map(entries.flatMap(({ replay }) => (replay ? [[nameOf(replay), replay]] : []))).values()];
}

const nameOf = ({ sessionId, visitorId }: ReplayKey) => `${sessionId} ${visitorId}`;
