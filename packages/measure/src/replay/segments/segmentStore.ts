import { reportInternalError } from "../../browser/monitor.ts";
import { openDatabaseStore } from "./databaseStore.ts";
import type { SegmentStore, StoredSegment } from "./segment.types.ts";

/** So much waits at most, of all recordings together: an hour and more of a busy page. */
export const MAX_STORED_BYTES = 20 * 1024 ** 2;

/**
 * IndexedDB, or memory if it is missing or fails, from the first failure on (specification, section 8). Only
 * locks can tell a dead tab's data from a live one's, so browsers without locks store nothing.
 */
export function createSegmentStore(writeKey: string): SegmentStore {
  const memory = createMemoryStore();
  let store = open(writeKey).catch(fallBack);

  function fallBack(error: unknown): SegmentStore {
    console.warn("[measure] Segments are stored in memory only.", error);
    return memory;
  }
  const attempt =
    <Args extends unknown[], Result>(run: (used: SegmentStore, ...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const used = await store;
      try {
        return await run(used, ...args);
      } catch (error) {
        if (used === memory) throw error;
        if ((await store) === used) store = Promise.resolve(fallBack(error));
        return run(memory, ...args);
      }
    };
  return {
    save: attempt((used, ...args: Parameters<SegmentStore["save"]>) => used.save(...args)),
    list: attempt((used, recordingId?: string) => used.list(recordingId)),
    read: attempt((used, id: string) => used.read(id)),
    update: attempt((used, ...args: Parameters<SegmentStore["update"]>) => used.update(...args)),
    remove: attempt((used, id: string) => used.remove(id)),
    close: () => void store.then((used) => used.close()),
  };
}

async function open(writeKey: string): Promise<SegmentStore> {
  if (!("locks" in navigator)) throw new Error("This browser does not support the Web Locks API.");
  return openDatabaseStore(writeKey);
}

/** Used if IndexedDB or locks are missing or fail. Its data ends with the page. */
export function createMemoryStore(): SegmentStore {
  const kept = new Map<string, { stored: StoredSegment; chunks: Uint8Array[] }>();
  return {
    async save(stored, chunks) {
      kept.set(stored.metadata.id, { stored: structuredClone(stored), chunks: [...chunks] });
    },
    async list(recordingId) {
      return [...kept.values()]
        .map(({ stored }) => structuredClone(stored))
        .filter(({ metadata }) => recordingId === undefined || metadata.recordingId === recordingId);
    },
    read: async (id) => kept.get(id)?.chunks ?? [],
    async update(stored) {
      const entry = kept.get(stored.metadata.id);
      if (entry) entry.stored = structuredClone(stored);
    },
    async remove(id) {
      kept.delete(id);
    },
    close: () => kept.clear(),
  };
}

/** Drops the oldest segments where too much waits. Those that are still added to stay. */
export async function evictOldest(store: SegmentStore): Promise<void> {
  const all = await store.list();
  let excess = all.reduce((sum, { bytes }) => sum + bytes, -MAX_STORED_BYTES);
  for (const { metadata, bytes, isFinished } of all) {
    if (excess <= 0) return;
    if (!isFinished) continue;
    reportInternalError(`Segment ${metadata.id} dropped: queue full.`);
    await store.remove(metadata.id);
    excess -= bytes;
  }
}
