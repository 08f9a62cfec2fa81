import { randomUUID } from "node:crypto";
import type { Timestamp } from "@marquee/contract";
import { open, type RootDatabase } from "lmdb";
import { NewerDataError } from "../../errors/newerDataError.ts";
import { MAX_DATABASES } from "./checkSpoolFile.ts";
import { ROW_FORMAT, readEntry, type SpoolEntry } from "./entries.ts";
import { openSeenIds } from "./seenIds.ts";

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

/** Limits of a block, because a block is held in memory and sent as a whole. An entry that exceeds them becomes a separate block. */
export interface BlockLimits {
  /** Maximum number of rows. */
  rows: number;
  /** Maximum size in bytes. */
  bytes?: number;
}

/** Initial map size in bytes; lmdb grows it as needed. */
const MAP_SIZE = 16 * 1024 ** 3;

interface CutBlock {
  token: string;
  lastKey: number;
}

/** An entry's key: the number of its first row in the order of arrival, and how many rows it has. */
type EntryKey = [first: number, count: number];

export function openDatabases(dir: string, now: () => Timestamp) {
  const root = open({
    path: dir,
    mapSize: MAP_SIZE,
    maxDbs: MAX_DATABASES,
    noMemInit: true,
    // With batching, lmdb sometimes misses that a transaction failed on a full disk, and then never starts another one.
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
export function readBlock(
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
export async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && "commitError" in error)) return error;
  return Promise.resolve(error.commitError).catch((cause: unknown) => cause);
}

export async function waitForFlush(root: RootDatabase): Promise<void> {
  await root.flushed;
}

/** The spool's random ID and the format of its rows. @throws {NewerDataError} for rows of a newer version. */
export function readId(root: RootDatabase): string {
  const about = root.openDB<string | number, "id" | "format">({ name: "about", encoding: "msgpack" });
  if (Number(about.get("format") ?? 0) > ROW_FORMAT) throw new NewerDataError("The spool of waiting events");
  const id = String(about.get("id") ?? randomUUID());
  about.putSync("id", id);
  about.putSync("format", ROW_FORMAT);
  return id;
}

export function lastKeyOf(queue: {
  getKeys(options: { reverse: true; limit: number }): Iterable<EntryKey>;
}): number {
  for (const [first, count] of queue.getKeys({ reverse: true, limit: 1 })) return first + count - 1;
  return 0;
}

export function countRows(queue: { getKeys(): Iterable<EntryKey> }): number {
  let rows = 0;
  for (const [, count] of queue.getKeys()) rows += count;
  return rows;
}
