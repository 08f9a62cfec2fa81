import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DISK_RESERVES, formatBytes, type Timestamp } from "@marquee/contract";
import type { RootDatabase } from "lmdb";
import { type MeasureDisk, openDisk } from "../disk.ts";
import type { EventRow } from "../events/eventRow.types.ts";
import { syncToDisk } from "../writeAtomically.ts";
import { checkSpoolFile } from "./checkSpoolFile.ts";
import { type EncodedRow, encodeEvent, groupByTarget, packEntry, type SpooledRow } from "./entries.ts";
import { moveQueue } from "./moveQueue.ts";
import { digestOf } from "./seenIds.ts";
import {
  type BlockLimits,
  causeOf,
  countRows,
  lastKeyOf,
  openDatabases,
  readBlock,
  readId,
  type SpoolBlock,
  waitForFlush,
} from "./spoolFile.ts";

/** Accepted rows on disk that are not in the event store yet. Appended rows survive a crash of the process. */
export interface Spool<Row extends SpooledRow = EventRow> {
  /**
   * Adds rows whose message IDs were not seen within the last day. Resolves once they are flushed to disk, not merely written.
   * @throws {SpoolFullError} if the disk has no space beyond the reserve. @throws {SpoolError} when a write fails. Do not acknowledge the rows then.
   */
  append(rows: readonly Row[]): Promise<{ accepted: number; duplicates: number }>;
  /** The oldest rows within the limits of a block. */
  read(limits: BlockLimits): SpoolBlock;
  /**
   * Like {@link read}, but returns the same block until its rows are removed, across restarts and regardless of new rows. So a retried
   * block has the same token, by which the event store recognizes it.
   */
  nextBlock(limits: BlockLimits): Promise<SpoolBlock>;
  /** Removes every row up to and including `lastKey`; resolves once that is flushed. */
  removeThrough(lastKey: number): Promise<void>;
  /** Number of waiting rows. */
  depth(): number;
  /** Keys of the oldest and the newest waiting row, which only ever grow; null without any. */
  keys(): { first: number; last: number } | null;
  /** When the oldest waiting row arrived; null without any. */
  oldestAt(): Timestamp | null;
  /**
   * Replaces the file by a new one with only the current rows, because removed rows remain in the pages of the old one. Appended rows wait meanwhile.
   * Call it while nothing is moved.
   * @throws {SpoolError} if too many rows are waiting; then the old file is kept.
   */
  rewrite(): Promise<void>;
  stop(): Promise<void>;
}

interface SpoolOptions<Row> {
  dir: string;
  /** By default, rows are events. */
  encode?: (row: Row) => EncodedRow;
  now?: () => Timestamp;
  /** Waits for the flush to disk. Tests replace it to check that no row is acknowledged earlier. */
  flushed?: (database: RootDatabase) => Promise<unknown>;
  /**
   * Bytes to keep free on the disk; rows are rejected when no more is free. By default, the reserve for events: removing rows and inserting into the
   * event store also write, so a completely full disk could never be emptied.
   */
  diskReserve?: number;
  /** Tests replace it. */
  measure?: MeasureDisk | undefined;
  /** Called when the file cannot be opened again after it was replaced. By default, the process ends, and its restart opens the file. */
  onLost?: (error: SpoolError) => void;
}

/** Rows could not be written to disk. */
export class SpoolError extends Error {
  override name = "SpoolError";
}

/** The disk has no space beyond the reserve. */
export class SpoolFullError extends SpoolError {
  override name = "SpoolFullError";
}

/** Maximum rows copied while senders wait, because they can be hundreds of megabytes. */
const MOST_REWRITTEN = 20_000;

/**
 * Keys are at least the time in microseconds, so that keys of an emptied spool are not reused after a restart, and the oldest row's key shows its waiting time.
 * Rows that arrive faster, or after the clock was set back, continue from the last key.
 */
const KEYS_OF_MILLISECOND = 1000;

/** @throws {SpoolCorruptedError} when its file is damaged. @throws {NewerDataError} when a newer version wrote it. */
export function startSpool<Row extends SpooledRow = EventRow>(options: SpoolOptions<Row>): Spool<Row> {
  const { dir, encode = encodeEvent, now = Date.now, flushed = waitForFlush } = options;
  const { diskReserve = DISK_RESERVES.events, measure, onLost = endProcess } = options;
  const copy = join(dir, "rewritten");
  // Left by a killed process.
  rmSync(copy, { recursive: true, force: true });
  checkSpoolFile(join(dir, "data.mdb"));
  let { root, queue, cut, seen } = openDatabases(dir, now);
  const id = readId(root);
  const disk = openDisk({ dir, now, measure });
  moveQueue(root, (key, { json, ...target }) => queue.put([key, 1], packEntry(target, [json], false)));
  let nextKey = Math.max(lastKeyOf(queue) + 1, now() * KEYS_OF_MILLISECOND);
  let waiting = countRows(queue);
  /** Transactions that are not committed yet. */
  const uncommitted = new Set<Promise<void>>();
  /** Operations that use the file until it is flushed. */
  const writing = new Set<Promise<unknown>>();
  let rewriting: Promise<void> | null = null;
  /** Why the file is closed. */
  let lost: SpoolError | null = null;

  /** Waits while the file is replaced. */
  const write = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    while (rewriting) await rewriting.catch(() => undefined);
    if (lost) throw lost;
    const running = task();
    writing.add(running);
    return running.finally(() => writing.delete(running));
  };

  const putEntries = (rows: readonly EncodedRow[]) => {
    nextKey = Math.max(nextKey, now() * KEYS_OF_MILLISECOND);
    for (const group of groupByTarget(rows)) {
      queue.put([nextKey, group.lines.length], packEntry(group.target, group.lines));
      nextKey += group.lines.length;
    }
  };

  /**
   * Runs `write`, which returns false if it found duplicates. Those may belong to a transaction that fails later, so it waits for all that
   * have started.
   */
  const store = async (write: () => boolean) => {
    let earlier: Promise<void>[] = [];
    const written = root.transaction(() => {
      if (!write()) earlier = [...uncommitted];
    });
    uncommitted.add(written);
    try {
      await written;
      await Promise.all(earlier);
    } catch (error) {
      seen.forgetFailed();
      throw error;
    } finally {
      uncommitted.delete(written);
    }
  };

  const readKeys = () => {
    for (const [first] of queue.getKeys({ limit: 1 })) return { first, last: nextKey - 1 };
    return null;
  };
  /** Nothing is read or changed while the file is replaced. */
  let keysMeanwhile: ReturnType<typeof readKeys> | undefined;
  const keys = () => (keysMeanwhile === undefined ? readKeys() : keysMeanwhile);

  const reopen = () => {
    try {
      ({ root, queue, cut, seen } = openDatabases(dir, now));
    } catch (cause) {
      lost = new SpoolError(`The spool in ${dir} cannot be opened again.`, { cause });
      onLost(lost);
      throw lost;
    }
  };
  const replaceFile = async () => {
    while (writing.size > 0) await Promise.allSettled(writing);
    await root.flushed;
    try {
      mkdirSync(copy);
      await root.backup(copy, true);
      await syncToDisk(join(copy, "data.mdb"));
      keysMeanwhile = readKeys();
      await root.close();
      try {
        renameSync(join(copy, "data.mdb"), join(dir, "data.mdb"));
        // A power failure must not restore the old file, which lacks rows acknowledged from now on.
        await syncToDisk(dir);
      } finally {
        reopen();
      }
    } finally {
      keysMeanwhile = undefined;
      rmSync(copy, { recursive: true, force: true });
    }
  };

  const read = (limits: BlockLimits) => readBlock(id, queue.getRange(), limits);

  return {
    append: (rows) =>
      write(async () => {
        if (disk.state().free <= diskReserve)
          throw new SpoolFullError(`The disk of ${dir} is full: ${formatBytes(diskReserve)} are reserved.`);
        try {
          const encoded = rows.map((row) => ({ id: digestOf(row.message_id), row: encode(row) }));
          let accepted = 0;
          await store(() => {
            const fresh = seen.addNew(encoded);
            putEntries(fresh.map(({ row }) => row));
            accepted = fresh.length;
            return accepted === rows.length;
          });
          waiting += accepted;
          await flushed(root);
          return { accepted, duplicates: rows.length - accepted };
        } catch (error) {
          throw new SpoolError("Failed to write to the spool.", { cause: await causeOf(error) });
        }
      }),
    read,
    nextBlock: (limits) =>
      write(async () => {
        const cutBlock = cut.get("block");
        if (cutBlock) {
          const block = readBlock(id, queue.getRange({ end: [cutBlock.lastKey + 1, 0] }));
          return { ...block, token: cutBlock.token };
        }
        const block = read(limits);
        const { token, lastKey } = block;
        if (block.count > 0) await root.transaction(() => void cut.put("block", { token, lastKey }));
        return block;
      }),
    removeThrough: (lastKey) =>
      write(async () => {
        let removed = 0;
        await root.transaction(() => {
          for (const key of queue.getKeys({ end: [lastKey + 1, 0] })) {
            queue.remove(key);
            removed += key[1];
          }
          cut.remove("block");
        });
        waiting -= removed;
        await flushed(root);
      }),
    depth: () => waiting,
    keys,
    oldestAt() {
      const first = keys()?.first;
      return first === undefined ? null : Math.floor(first / KEYS_OF_MILLISECOND);
    },
    rewrite() {
      if (waiting > MOST_REWRITTEN)
        return Promise.reject(
          new SpoolError(
            `${waiting} rows are waiting in ${dir} to be stored. Its file is rewritten once they are.`,
          ),
        );
      rewriting ??= replaceFile().finally(() => {
        rewriting = null;
      });
      return rewriting;
    },
    stop: async () => {
      await rewriting?.catch(() => undefined);
      if (lost) return;
      await root.flushed;
      await root.close();
    },
  };
}

/** Nothing is lost: every acknowledged row is on disk. */
function endProcess(error: SpoolError): void {
  process.nextTick(() => {
    throw error;
  });
}
