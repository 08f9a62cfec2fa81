import { createHash } from "node:crypto";
import { join } from "node:path";
import { type Milliseconds, ONE_DAY, ONE_HOUR, type Timestamp } from "@marquee/contract";
import { open, type RootDatabase } from "lmdb";
import type { EventRow } from "../events/eventRow.types.ts";
import { checkSpoolFile } from "./checkSpoolFile.ts";
import { watchFreeSpace } from "./freeSpace.ts";

/** Anything that is known by a message id. */
export interface SpooledRow {
  message_id: string;
}

/** What was accepted on its way into the event store, on disk. What was appended survives the loss of the process. */
export interface Spool<Row extends SpooledRow = EventRow> {
  /**
   * Adds rows whose message ids were not seen within the last day. Resolves once they are flushed to disk, not merely written.
   * @throws {SpoolError} when the disk refuses; nothing may be acknowledged then.
   */
  append(rows: readonly Row[]): Promise<{ accepted: number; duplicates: number }>;
  /** The oldest rows, at most `limit`, and no more bytes than a block may have. */
  read(limit: number): SpoolBlock<Row>;
  /**
   * {@link read}, for moving: until these rows are removed the same block comes again, over restarts too, however many rows have come
   * since. The event store knows a block that it has by its first and last key.
   */
  nextBlock(limit: number): Promise<SpoolBlock<Row>>;
  /** Removes every row up to and including `lastKey`; resolves once that is flushed. */
  removeThrough(lastKey: number): Promise<void>;
  /** Rows that wait. */
  depth(): number;
  stop(): Promise<void>;
}

export interface SpoolBlock<Row extends SpooledRow = EventRow> {
  rows: Row[];
  firstKey: number;
  lastKey: number;
  /** Whether more rows may follow at once. */
  isFull: boolean;
}

/** How heavy a block may be: it is held in memory, and sent whole. */
interface BlockWeight<Row> {
  /** Bytes that a row takes. */
  weigh: (row: Row) => number;
  /** Most bytes of a block; a heavier row is a block alone. */
  most: number;
}

interface SpoolOptions<Row> {
  dir: string;
  /** Rows are bounded by number alone where it is absent. */
  weight?: BlockWeight<Row>;
  now?: () => Timestamp;
  /** Waits for the disk; tests watch it, to see that nothing is acknowledged before. */
  flushed?: (database: RootDatabase) => Promise<unknown>;
  /** Bytes that the disk keeps free; events are refused before it is full. */
  diskReserve?: number;
}

/** The disk would not take what must be kept. */
export class SpoolError extends Error {
  override name = "SpoolError";
}

/** Message ids are remembered at least this long, in slots that are forgotten whole. */
const SEEN_LIFETIME: Milliseconds = ONE_DAY;
const SEEN_SLOT: Milliseconds = 6 * ONE_HOUR;
/** Message ids that leave with one append, in addition to twice as many as it brings. */
const FORGOTTEN_AT_ONCE = 100;
/** Grows by itself as far as the disk goes. */
const MAP_SIZE = 16 * 1024 ** 3;
/** Taking events out writes too, and so does the event store: on a disk that is quite full nothing would ever get better. */
const DISK_RESERVE = 128 * 1024 ** 2;
const UNWEIGHED: BlockWeight<unknown> = { weigh: () => 0, most: 0 };

export function startSpool<Row extends SpooledRow = EventRow>(options: SpoolOptions<Row>): Spool<Row> {
  const { dir, weight, now = Date.now, flushed = waitForFlush, diskReserve = DISK_RESERVE } = options;
  checkSpoolFile(join(dir, "data.mdb"));
  const root = open({ path: dir, mapSize: MAP_SIZE, maxDbs: 4, noMemInit: true });
  const queue = root.openDB<Row, number>({ name: "queue", encoding: "msgpack" });
  /** Where the block ends that is on its way into the event store. */
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
  /** Within the transaction: one row and its message id, both or neither. */
  const put = (row: Row, slot: number): boolean => {
    const id = digestOf(row.message_id);
    if (isSeen(id, slot)) return false;
    seen.put([slot, id], 1);
    queue.put(nextKey, row);
    nextKey += 1;
    return true;
  };
  /** A few at a time, and more than `added`, so that none is ever far behind and no request waits for six hours' worth of ids. */
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
 * Runs `write` in a transaction. lmdb gathers those of one turn of the event loop in a batch with a promise of its own, made at the
 * turn's end and read by nobody: when the disk is full it would end the process.
 */
function transact(root: RootDatabase, write: () => void): Promise<void> {
  const written = root.transaction(write);
  // Runs after lmdb's own turn, which the transaction has queued.
  setImmediate(() => root.committed.then(undefined, () => undefined));
  return written;
}

/** lmdb reports why a commit failed in a separate promise, which rejects a little later. */
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

/** 96 bits of SHA-256: message ids come from outside and may be of any length. */
function digestOf(messageId: string): string {
  return createHash("sha256").update(messageId).digest("base64").slice(0, 16);
}
