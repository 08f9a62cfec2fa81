import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DISK_RESERVES, formatBytes, type Timestamp } from "@marquee/contract";
import { open, type RootDatabase } from "lmdb";
import { NewerDataError } from "../../errors/newerDataError.ts";
import { type MeasureDisk, openDisk } from "../disk.ts";
import type { EventRow } from "../events/eventRow.types.ts";
import { syncToDisk } from "../writeAtomically.ts";
import { checkSpoolFile, MAX_DATABASES } from "./checkSpoolFile.ts";
import {
  type EncodedRow,
  encodeEvent,
  groupByTarget,
  packEntry,
  ROW_FORMAT,
  readEntry,
  type SpoolEntry,
  type SpooledRow,
} from "./entries.ts";
import { moveQueue } from "./moveQueue.ts";
import { digestOf, openSeenIds } from "./seenIds.ts";

/** Accepted rows on disk that are not in the event store yet. Appended rows survive a crash of the process. */
export interface Spool<Row extends SpooledRow = EventRow> {
  /**
   * Adds rows whose message IDs were not seen within the last day. Resolves once they are flushed to disk, not merely written.
   * @throws {SpoolFullError} when the disk has no room beyond the reserve. @throws {SpoolError} when a write fails. Do not acknowledge the rows then.
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
   * Replaces the file by a new one with only what is stored, because removed rows stay in the pages of the old one. Appended rows wait meanwhile. Call it
   * while nothing is moved.
   * @throws {SpoolError} when too many rows wait; the old file stays.
   */
  rewrite(): Promise<void>;
  stop(): Promise<void>;
}

export interface SpoolBlock {
  entries: SpoolEntry[];
  /** Number of rows in all entries. */
  count: number;
  /** Identifies the block. Empty for a block without rows. */
  token: string;
  lastKey: number;
  /** Whether the block reached a limit, so more rows may be waiting. */
  isFull: boolean;
}

/** Limits of a block, because a block is held in memory and sent as a whole. An entry that exceeds them becomes a block of its own. */
export interface BlockLimits {
  /** Maximum number of rows. */
  rows: number;
  /** Maximum size in bytes. */
  bytes?: number;
}

interface SpoolOptions<Row> {
  dir: string;
  /** By default, rows are events. */
  encode?: (row: Row) => EncodedRow;
  now?: () => Timestamp;
  /** Waits for the flush to disk. Tests replace it to check that no row is acknowledged earlier. */
  flushed?: (database: RootDatabase) => Promise<unknown>;
  /**
   * Bytes to keep free on the disk; rows are rejected when no more is free. By default what events leave: removing rows and inserting into the event
   * store also write, so a completely full disk could never be emptied.
   */
  diskReserve?: number;
  /** Tests replace it. */
  measure?: MeasureDisk | undefined;
  /** Called when the file cannot be opened again after it was replaced. By default the process ends: what starts it again opens the file. */
  onLost?: (error: SpoolError) => void;
}

/** Rows could not be written to disk. */
export class SpoolError extends Error {
  override name = "SpoolError";
}

/** The disk has no room beyond the reserve. */
export class SpoolFullError extends SpoolError {
  override name = "SpoolFullError";
}

/** More rows are not copied while senders wait: they can be hundreds of megabytes. */
const MOST_REWRITTEN = 20_000;

/** Initial map size in bytes; lmdb grows it as needed. */
const MAP_SIZE = 16 * 1024 ** 3;

interface CutBlock {
  token: string;
  lastKey: number;
}

/** An entry's key: the number of its first row in the order of arrival, and how many rows it has. */
type EntryKey = [first: number, count: number];

/**
 * Keys are times in microseconds, at least: so those of an emptied spool are not used again after a restart, and the oldest row's says since when it waits. Rows
 * that arrive faster, or after the clock was set back, go on from the last key.
 */
const KEYS_OF_MILLISECOND = 1000;

/** @throws {SpoolCorruptedError} when its file is damaged. @throws {NewerDataError} when a newer version wrote it. */
export function startSpool<Row extends SpooledRow = EventRow>(options: SpoolOptions<Row>): Spool<Row> {
  const { dir, encode = encodeEvent, now = Date.now, flushed = waitForFlush } = options;
  const { diskReserve = DISK_RESERVES.events, measure, onLost = endProcess } = options;
  const copy = join(dir, "rewritten");
  // A process that was killed has left it.
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
  /** What uses the file until it is flushed. */
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
   * Runs `write`, which returns false if it found duplicates. Those may be of a transaction that fails later, so it waits for all that have
   * begun.
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
  /** While the file is replaced, nothing is read from it, and nothing changes. */
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
        // A power failure must not bring the old file back, without the rows that are acknowledged from now on.
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
        const known = cut.get("block");
        if (known) {
          const block = readBlock(id, queue.getRange({ end: [known.lastKey + 1, 0] }));
          return { ...block, token: known.token };
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
          new SpoolError(`${waiting} rows wait in ${dir} to be stored. Its file is rewritten once they are.`),
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

function openDatabases(dir: string, now: () => Timestamp) {
  const root = open({
    path: dir,
    mapSize: MAP_SIZE,
    maxDbs: MAX_DATABASES,
    noMemInit: true,
    // With batching, lmdb sometimes misses that a transaction failed on a full disk, and then never begins another one.
    eventTurnBatching: false,
  });
  return {
    root,
    queue: root.openDB<Buffer, EntryKey>({ name: "entries", encoding: "binary" }),
    /** The block that is being moved into the event store. */
    cut: root.openDB<CutBlock, "block">({ name: "cut", encoding: "msgpack" }),
    seen: openSeenIds(root, now),
  };
}

/** @param id of the spool: instances that share an event store must not use the same tokens. */
function readBlock(
  id: string,
  range: Iterable<{ key: EntryKey; value: Buffer }>,
  { rows = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY }: Partial<BlockLimits> = {},
): SpoolBlock {
  const block: SpoolBlock = { entries: [], count: 0, token: "", lastKey: 0, isFull: false };
  let firstKey = 0;
  let size = 0;
  for (const { key, value } of range) {
    const [first, count] = key;
    size += value.byteLength;
    block.isFull = block.count > 0 && (size > bytes || block.count + count > rows);
    if (block.isFull) break;
    if (block.count === 0) firstKey = first;
    block.entries.push(readEntry(count, value));
    block.count += count;
    block.lastKey = first + count - 1;
  }
  block.isFull ||= block.count >= rows;
  return block.count > 0 ? { ...block, token: `${id}-${firstKey}-${block.lastKey}` } : block;
}

/** The reason for a failed commit, which lmdb reports in a separate promise that rejects later. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && "commitError" in error)) return error;
  return Promise.resolve(error.commitError).catch((cause: unknown) => cause);
}

async function waitForFlush(root: RootDatabase): Promise<void> {
  await root.flushed;
}

/** A random ID that the spool keeps, and the format of its rows. @throws {NewerDataError} for rows of a newer version. */
function readId(root: RootDatabase): string {
  const about = root.openDB<string | number, "id" | "format">({ name: "about", encoding: "msgpack" });
  if (Number(about.get("format") ?? 0) > ROW_FORMAT) throw new NewerDataError("The spool of waiting events");
  const id = String(about.get("id") ?? randomUUID());
  about.putSync("id", id);
  about.putSync("format", ROW_FORMAT);
  return id;
}

function lastKeyOf(queue: {
  getKeys(options: { reverse: true; limit: number }): Iterable<EntryKey>;
}): number {
  for (const [first, count] of queue.getKeys({ reverse: true, limit: 1 })) return first + count - 1;
  return 0;
}

function countRows(queue: { getKeys(): Iterable<EntryKey> }): number {
  let rows = 0;
  for (const [, count] of queue.getKeys()) rows += count;
  return rows;
}
