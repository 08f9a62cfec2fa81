import { reportFailure } from "../../browser/monitor.ts";
import type { SegmentStore } from "./segmentStore.types.ts";

/** So much waits at most, of all recordings together: an hour and more of a busy page. */
export const MAX_STORED_BYTES = 20 * 1024 ** 2;

/** Drops the oldest segments where too much waits. Those that are still added to stay. */
export async function limitStored(store: SegmentStore): Promise<void> {
  const all = await store.list();
  let excess = all.reduce((sum, { bytes }) => sum + bytes, -MAX_STORED_BYTES);
  for (const { metadata, bytes, isFinished } of all) {
    if (excess <= 0) return;
    if (!isFinished) continue;
    reportFailure(`Segment ${metadata.id} is dropped: too many waited.`);
    await store.remove(metadata.id);
    excess -= bytes;
  }
}
