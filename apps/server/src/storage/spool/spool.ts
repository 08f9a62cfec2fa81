import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Milliseconds, ONE_DAY, ONE_HOUR, type Timestamp } from "@marquee/contract";
import { open, type RootDatabase } from "lmdb";
import type { EventRow } from "../events/eventRow.types.ts";
import { checkSpoolFile } from "./checkSpoolFile.ts";
import { watchFreeSpace } from "./freeSpace.ts";

/** A row identified by a message ID. */
export interface SpooledRow {
  message_id: string;
}

/** Accepted rows on disk that are not in the event store yet. Appended rows survive a crash of the process. */
export interface Spool<Row extends SpooledRow = EventRow> {
  /**
   * Adds rows whose message IDs were not seen within the last day. Resolves once they are flushed to disk, not merely written.
   * @throws {SpoolError} when the disk is full or a write fails; do not acknowledge the rows then.
   */
  append(rows: readonly Row[]): Promise<{ accepted: number; duplicates: number }>;
  /** The oldest rows, at most `limit`, within the maximum weight of a block. */
  read(limit: number): SpoolBlock<Row>;
  /**
   * Like {@link read}, but returns the same block until its rows are removed, across restarts and regardless of new rows. So a retried
   * block has the same first and last key, by which the event store recognizes it.
   */
  nextBlock(limit: number): Promise<SpoolBlock<Row>>;
  /** Removes every row up to and including `lastKey`; resolves once that is flushed. */
  removeThrough(lastKey: number): Promise<void>;
  /** Number of waiting rows. */
  depth(): number;
  stop(): Promise<void>;
}

export interface SpoolBlock<Row extends SpooledRow = EventRow> {
  rows: Row[];
  firstKey: number;
  lastKey: number;
  /** Whether the block reached a limit, so more rows may be waiting. */
  isFull: boolean;
}

/** Limit on a block's size, because a block is held in memory and sent as a whole. */
interface BlockWeight<Row> {
  /** Size of a row in bytes. */
  weigh: (row: Row) => number;
  /** Maximum bytes per block; a larger row becomes a block of its own. */
  most: number;
}

interface SpoolOptions<Row> {
  dir: string;
  /** If omitted, only the number of rows limits a block. */
  weight?: BlockWeight<Row>;
  now?: () => Timestamp;
  /** Waits for the flush to disk. Tests replace it to check that no row is acknowledged earlier. */
  flushed?: (database: RootDatabase) => Promise<unknown>;
  /** Bytes to keep free on the disk; rows are rejected when less is free. */
  diskReserve?: number;
}

/** Rows could not be written to disk. */
export class SpoolError extends Error {
  override name = "SpoolError";
}

/** Message IDs are remembered at least this long, grouped in time slots that expire as a whole. */
const SEEN_LIFETIME: Milliseconds = ONE_DAY;
const SEEN_SLOT: Milliseconds = 6 * ONE_HOUR;
/** Maximum number of expired message IDs that an append removes, in addition to two per appended row. */
const FORGOTTEN_AT_ONCE = 100;
/** Initial map size in bytes; lmdb grows it as needed. */
const MAP_SIZE = 16 * 1024 ** 3;
/** In bytes. Removing rows and inserting into the event store also write, so a completely full disk could never be emptied. */
const DISK_RESERVE = 128 * 1024 ** 2;
const UNWEIGHED: BlockWeight<unknown> = { weigh: () => 0, most: 0 };

export function startSpool<Row extends SpooledRow = EventRow>(options: SpoolOptions<Row>): Spool<Row> {
  const { dir, weight, now = Date.now, flushed = waitForFlush, diskReserve = DISK_RESERVE } = options;
  checkSpoolFile(join(dir, "data.mdb"));
  const root = open({ path: dir, mapSize: MAP_SIZE, maxDbs: 4, noMemInit: true });
  const queue = root.openDB<Row, number>({ name: "queue", encoding: "msgpack" });
  /** The last key of the block that is being moved into the event store. */
  const cut = root.openDB<number, "lastKey">({ name: "cut", encoding: "msgpack" });
  const seen = root.openDB<1, [slot: number, id: string]>({ name: "seen", encoding: "msgpack" });
  const disk = watchFreeSpace({ dir, reserve: diskReserve, now });
  let nextKey = lastKeyOf(queue) + 1;
  let waiting = queue.getCount();
  let forgottenBefore = 0;

  const isSeen = (id: string, slot: number) => {
    const oldest = slot - SEEN_LIFETIME / SEEN_SLOT;
    for (let each = slot; each >= oldest; each -= 1) if (seen.doesExist([each, id])) return true;
    return false;
  };
  /** Call within a transaction, so that the row and its message ID are stored together. @returns false for a duplicate. */
  const put = (row: Row, slot: number): boolean => {
    const id = digestOf(row.message_id);
    if (isSeen(id, slot)) return false;
    seen.put([slot, id], 1);
    queue.put(nextKey, row);
    nextKey += 1;
    return true;
  };
  /** Removes a few expired IDs at a time, but more than `added`: it never falls behind, and no request waits for a slot of six hours. */
  const forgetOldSlots = (slot: number, added: number) => {
    const oldest = slot - SEEN_LIFETIME / SEEN_SLOT;
    if (forgottenBefore === oldest) return;
    const limit = FORGOTTEN_AT_ONCE + 2 * added;
    const keys = [...seen.getKeys({ end: [oldest, ""], limit })];
    for (const key of keys) seen.remove(key);
    if (keys.length < limit) forgottenBefore = oldest;
  };

  return {
    async append(rows) {
      if (!disk.hasRoom())
        throw new SpoolError(`The disk of ${dir} is full: ${diskReserve} bytes are reserved.`);
      try {
        const slot = Math.floor(now() / SEEN_SLOT);
        let accepted = 0;
        await transact(root, () => {
          forgetOldSlots(slot, rows.length);
          for (const row of rows) if (put(row, slot)) accepted += 1;
        });
        waiting += accepted;
        await flushed(root);
        return { accepted, duplicates: rows.length - accepted };
      } catch (error) {
        throw new SpoolError("Failed to write to the spool.", { cause: await causeOf(error) });
      }
    },
    read: (limit) => readBlock(queue.getRange({ limit }), limit, weight),
    async nextBlock(limit) {
      const known = cut.get("lastKey");
      if (known !== undefined) return readBlock(queue.getRange({ end: known + 1 }));
      const block = readBlock(queue.getRange({ limit }), limit, weight);
      if (block.rows.length > 0) await transact(root, () => void cut.put("lastKey", block.lastKey));
      return block;
    },
    async removeThrough(lastKey) {
      let removed = 0;
      await transact(root, () => {
        for (const key of queue.getKeys({ end: lastKey + 1 })) {
          queue.remove(key);
          removed += 1;
        }
        cut.remove("lastKey");
      });
      waiting -= removed;
      await flushed(root);
    },
    depth: () => waiting,
    stop: async () => {
      await root.flushed;
      await root.close();
    },
  };
}

function readBlock<Row extends SpooledRow>(
  range: Iterable<{ key: number; value: Row }>,
  limit = Number.POSITIVE_INFINITY,
  weight: BlockWeight<Row> = UNWEIGHED,
): SpoolBlock<Row> {
  const block: SpoolBlock<Row> = { rows: [], firstKey: 0, lastKey: 0, isFull: false };
  let bytes = 0;
  for (const { key, value } of range) {
    bytes += weight.weigh(value);
    block.isFull = block.rows.length > 0 && bytes > weight.most;
    if (block.isFull) break;
    if (block.rows.length === 0) block.firstKey = key;
    block.lastKey = key;
    block.rows.push(value);
  }
  block.isFull ||= block.rows.length === limit;
  return block;
}

/**
 * Runs `write` in a transaction. lmdb batches the transactions of one event loop turn and creates a promise for the batch that nothing
 * handles; its rejection would crash the process when the disk is full.
 */
function transact(root: RootDatabase, write: () => void): Promise<void> {
  const written = root.transaction(write);
  // Runs after lmdb's own callback, which the transaction has queued.
  setImmediate(() => root.committed.then(undefined, () => undefined));
  return written;
}

/** The reason for a failed commit, which lmdb reports in a separate promise that rejects later. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && "commitError" in error)) return error;
  return Promise.resolve(error.commitError).catch((cause: unknown) => cause);
}

async function waitForFlush(root: RootDatabase): Promise<void> {
  await root.flushed;
}

function lastKeyOf(queue: { getKeys(options: { reverse: true; limit: number }): Iterable<number> }): number {
  for (const key of queue.getKeys({ reverse: true, limit: 1 })) return key;
  return 0;
}

/** 96 bits of SHA-256, base64. Hashed because message IDs come from clients and can have any length. */
function digestOf(messageId: string): string {
  return createHash("sha256").update(messageId).digest("base64").slice(0, 16);
}
