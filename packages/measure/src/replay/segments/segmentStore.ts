import { reportInternalError } from "../../browser/monitor.ts";
import { openDatabaseStore } from "./databaseStore.ts";
import type { SegmentStore, StoredSegment } from "./segment.types.ts";

/** Maximum size of all stored segments together. It holds more than an hour of a busy page. */
export const MAX_STORED_BYTES = 20 * 1024 ** 2;

/**
 * Stores segments in IndexedDB, or in memory from the first failure on (specification, section 8). Only locks can
 * distinguish a dead tab's data from a live one's, so browsers without locks use memory too.
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

/** Stores segments in memory, where they are lost when the page ends. Used if IndexedDB or locks are missing or fail. */
export function createMemoryStore(): SegmentStore {
  const entries = new Map<string, { stored: StoredSegment; chunks: Uint8Array[] }>();
  return {
    async save(stored, chunks) {
      entries.set(stored.metadata.id, { stored: structuredClone(stored), chunks: [...chunks] });
    },
    async list(recordingId) {
      return [...entries.values()]
        .map(({ stored }) => structuredClone(stored))
        .filter(({ metadata }) => recordingId === undefined || metadata.recordingId === recordingId);
    },
    read: async (id) => entries.get(id)?.chunks ?? [],
    async update(stored) {
      const entry = entries.get(stored.metadata.id);
      if (entry) entry.stored = structuredClone(stored);
    },
    async remove(id) {
      entries.delete(id);
    },
    close: () => entries.clear(),
  };
}

/** Drops the oldest finished segments while more than {@link MAX_STORED_BYTES} are stored. Open segments stay. */
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
