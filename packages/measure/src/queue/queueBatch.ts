import type { QueueEntry, QueueItem, QueueStore } from "./queueStore.ts";

/** Limits for waiting events of all tabs and visits. */
const MAX_WAITING_EVENTS = 1000;
const MAX_WAITING_BYTES = 1024 * 1024;
/** Bytes of a batch besides its events: write key, time and brackets. */
const ENVELOPE_BYTES = 256;

/** The oldest waiting items that fit into a request of `limit` bytes, and the size of that request in bytes. */
export function nextBatch(store: QueueStore, limit: number): { items: QueueItem[]; bytes: number } {
  const items: QueueItem[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const entry of store.waiting()) {
    const size = entry.bytes + 1;
    if (bytes + size > limit) break;
    const item = store.read(entry);
    if (!item) continue;
    items.push(item);
    bytes += size;
  }
  return { items, bytes };
}

/** The oldest of `entries` that exceed the limits for waiting events. */
export function droppedEntries(entries: readonly QueueEntry[]): QueueEntry[] {
  let count = entries.length;
  let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  return entries.filter((entry) => {
    const isTooMuch = count > MAX_WAITING_EVENTS || bytes > MAX_WAITING_BYTES;
    count -= 1;
    bytes -= entry.bytes;
    return isTooMuch;
  });
}
