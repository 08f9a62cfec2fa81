import { openDatabaseStore } from "./databaseStore.ts";
import { createMemoryStore } from "./memoryStore.ts";
import type { SegmentStore } from "./segmentStore.types.ts";

/**
 * IndexedDB; memory where it is absent or refuses, from the first refusal on (specification, section 8). What a tab that died has left can
 * be told from what lives by locks alone, so browsers without them keep nothing.
 */
export function createSegmentStore(writeKey: string): SegmentStore {
  const memory = createMemoryStore();
  let store = open(writeKey).catch(fallBack);

  function fallBack(error: unknown): SegmentStore {
    console.warn("[measure] Segments are kept in memory only.", error);
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
  if (!("locks" in navigator)) throw new Error("This browser has no locks.");
  return openDatabaseStore(writeKey);
}
