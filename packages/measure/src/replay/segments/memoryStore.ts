import type { SegmentStore } from "./segmentStore.types.ts";
import type { StoredSegment } from "./storedSegment.types.ts";

/** For browsers without IndexedDB or locks, and where they refuse. What it keeps ends with its page. */
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
