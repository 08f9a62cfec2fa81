import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { ReplayKey } from "../../../platform/storage/records/deletedReplays.ts";
import type { DrainControl } from "../../../platform/storage/spool/drain.ts";
import { deleteReplay } from "../queries/deleteReplay.ts";

export interface ReplayStores {
  eventStore: Pick<EventStore, "command">;
  recordings: { drain: Pick<DrainControl, "between"> };
}

/**
 * Deletes the recording of a session.
 * @param note records the deletion. It runs first; data in transit or sent later is dropped from then on.
 * @throws if the event store is unavailable; `startReplayCleanup` then deletes the noted replay later.
 */
export async function removeReplay(
  { eventStore, recordings }: ReplayStores,
  replay: ReplayKey,
  note: () => Promise<void>,
): Promise<void> {
  await note();
  // `between` waits for a block that was checked before the note, so that its rows are deleted too.
  await recordings.drain.between(() => deleteReplay(eventStore, replay));
}
