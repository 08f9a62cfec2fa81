import { hash } from "node:crypto";
import { type Milliseconds, ONE_DAY, ONE_HOUR, type Timestamp } from "@marquee/contract";
import type { RootDatabase } from "lmdb";

/**
 * Digests of the message IDs that arrived within the last day, on disk with the rows. Writing each ID to its place in a tree would rewrite a page of
 * 4 KB per ID, more the larger the tree gets. So IDs are appended to a log, which is also in memory, and a full log becomes a run, written in one
 * step: its IDs in buckets, and a Bloom filter that rules out nearly all new IDs without reading the buckets.
 */
export interface SeenIds {
  /**
   * Adds the IDs of rows. Call within a transaction that also stores the rows. @returns the rows with new IDs, each ID once.
   */
  addNew<Row extends { id: string }>(rows: readonly Row[]): Row[];
  /** Call after a failed transaction, because its IDs are not on disk. */
  forgetFailed(): void;
}

/** IDs are remembered at least this long, grouped in time slots that expire as a whole. */
const LIFETIME: Milliseconds = ONE_DAY;
const SLOT: Milliseconds = 6 * ONE_HOUR;
/** IDs of a run. Twice as many need half as many filters, and take the log twice the memory, 8 MB. */
const RUN_IDS = 65_536;
const BUCKETS = 64;
/** A digest's length in bytes, and in characters of a `latin1` string. */
const ID_LENGTH = 12;
/** IDs of an earlier version moved per transaction. */
const MOVED_AT_ONCE = 5000;

/** Runs are numbered within all slots. */
type RunKey = [slot: number, number: number];

interface Run {
  key: RunKey;
  filter: Uint8Array;
}

/** 96 bits of SHA-256 as a `latin1` string. Hashed because message IDs come from clients and can have any length. */
export function digestOf(messageId: string): string {
  return hash("sha256", messageId, "binary").slice(0, ID_LENGTH);
}

/** @param runIds IDs of a run; tests make it small. */
export function openSeenIds(root: RootDatabase, now: () => Timestamp, runIds = RUN_IDS): SeenIds {
  const log = root.openDB<Buffer, [slot: number, number: number]>({ name: "seenLog", encoding: "binary" });
  const filters = root.openDB<Buffer, RunKey>({ name: "seenFilters", encoding: "binary" });
  const buckets = root.openDB<Buffer, [...RunKey, bucket: number]>({
    name: "seenBuckets",
    encoding: "binary",
  });
  /** The IDs in the log, all of one slot. */
  const logged = new Set<string>();
  let loggedSlot = 0;
  let nextRecord = 0;
  let runs: Run[] = [];
  let isLoaded = false;

  const load = () => {
    logged.clear();
    for (const { key, value } of log.getRange()) {
      [loggedSlot, nextRecord] = [key[0], key[1] + 1];
      for (const id of idsIn(value)) logged.add(id);
    }
    runs = [...filters.getRange()].map(({ key, value }) => ({ key, filter: new Uint8Array(value) }));
    isLoaded = true;
  };
  const isSeen = (id: string, oldest: number) => {
    if (logged.has(id)) return true;
    const [first, step] = hashesOf(id);
    for (const { key, filter } of runs)
      if (mayHave(filter, first, step) && key[0] >= oldest && hasId(buckets.get([...key, bucketOf(id)]), id))
        return true;
    return false;
  };
  const makeRun = () => {
    const key: RunKey = [loggedSlot, Math.max(-1, ...runs.map(({ key }) => key[1])) + 1];
    const filter = createFilter(logged);
    filters.put(key, Buffer.from(filter.buffer));
    const parts = Array.from({ length: BUCKETS }, () => "");
    for (const id of logged) parts[bucketOf(id)] += id;
    for (const [bucket, ids] of parts.entries())
      if (ids !== "") buckets.put([...key, bucket], Buffer.from(ids, "latin1"));
    runs.push({ key, filter });
    logged.clear();
    log.clearSync();
  };
  /** Removes one at a time, so that no request waits for all runs of a slot. */
  const removeExpiredRun = (oldest: number) => {
    const expired = runs.find(({ key }) => key[0] < oldest);
    if (!expired) return;
    filters.remove(expired.key);
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) buckets.remove([...expired.key, bucket]);
    runs.splice(runs.indexOf(expired), 1);
  };
  const addInSlot = <Row extends { id: string }>(rows: readonly Row[], slot: number): Row[] => {
    if (!isLoaded) load();
    if (logged.size > 0 && (slot !== loggedSlot || logged.size >= runIds)) makeRun();
    loggedSlot = slot;
    const oldest = slot - LIFETIME / SLOT;
    removeExpiredRun(oldest);
    const fresh = rows.filter(({ id }) => !isSeen(id, oldest) && logged.add(id));
    if (fresh.length === 0) return fresh;
    log.put([slot, nextRecord], Buffer.from(fresh.map(({ id }) => id).join(""), "latin1"));
    nextRecord += 1;
    return fresh;
  };

  moveOldIds(root, addInSlot);
  return {
    addNew: (rows) => addInSlot(rows, Math.floor(now() / SLOT)),
    forgetFailed() {
      isLoaded = false;
    },
  };
}

function* idsIn(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; at += ID_LENGTH) yield bytes.toString("latin1", at, at + ID_LENGTH);
}

/** Whether `bytes`, IDs one after the other, contain `id`. */
function hasId(bytes: Buffer | undefined, id: string): boolean {
  if (!bytes) return false;
  for (let at = bytes.indexOf(id, 0, "latin1"); at >= 0; at = bytes.indexOf(id, at + 1, "latin1"))
    if (at % ID_LENGTH === 0) return true;
  return false;
}

function bucketOf(id: string): number {
  return id.charCodeAt(ID_LENGTH - 1) % BUCKETS;
}

/** Bits of a Bloom filter per ID, and how many of them an ID sets: of 1,600 new IDs, one has to be looked up in the run. */
const FILTER_BITS = 16;
const FILTER_HASHES = 8;

/** A Bloom filter of `ids`, a power of two in size. */
function createFilter(ids: ReadonlySet<string>): Uint8Array {
  const filter = new Uint8Array(2 ** Math.ceil(Math.log2((ids.size * FILTER_BITS) / 8)));
  for (const id of ids) {
    const [first, step] = hashesOf(id);
    for (let index = 0; index < FILTER_HASHES; index += 1) {
      const bit = (first + index * step) & (filter.length * 8 - 1);
      filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return filter;
}

function mayHave(filter: Uint8Array, first: number, step: number): boolean {
  for (let index = 0; index < FILTER_HASHES; index += 1) {
    const bit = (first + index * step) & (filter.length * 8 - 1);
    if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

/** The first bit that an ID sets in a filter, and the distance to the next. */
function hashesOf(id: string): [first: number, step: number] {
  return [wordOf(id, 0), wordOf(id, 4) | 1];
}

/** Four characters of an ID as an integer of 32 bits. */
function wordOf(id: string, at: number): number {
  return (
    id.charCodeAt(at) |
    (id.charCodeAt(at + 1) << 8) |
    (id.charCodeAt(at + 2) << 16) |
    (id.charCodeAt(at + 3) << 24)
  );
}

/** Moves the IDs of an earlier version, which had each in a tree under its slot. A kill in between forgets none. */
function moveOldIds(
  root: RootDatabase,
  addInSlot: (rows: readonly { id: string }[], slot: number) => unknown,
): void {
  if (![...root.getKeys()].includes("seen")) return;
  const seen = root.openDB<unknown, [slot: number, id: string]>({ name: "seen", encoding: "msgpack" });
  for (let isMore = true; isMore; ) {
    root.transactionSync(() => {
      const keys = [...seen.getKeys({ limit: MOVED_AT_ONCE })];
      const [slot = 0] = keys[0] ?? [];
      const ofSlot = keys.filter((key) => key[0] === slot);
      addInSlot(
        ofSlot.map(([, id]) => ({ id: Buffer.from(id, "base64").toString("latin1") })),
        slot,
      );
      for (const key of ofSlot) seen.remove(key);
      isMore = keys.length > 0;
    });
  }
  seen.dropSync();
}
