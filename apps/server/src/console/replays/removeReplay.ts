import type { EventStore } from "../../storage/events/eventStore.ts";
import { deleteReplay } from "../../storage/events/queries/replays/deleteReplay.ts";
import type { ReplayKey } from "../../storage/records/deletedReplays.ts";
import type { Drain } from "../../storage/spool/drain.ts";

export interface ReplayStores {
  eventStore: Pick<EventStore, "command">;
  /** What brings recordings into the event store. */
  recordings: { drain: Pick<Drain, "between"> };
}

/**
 * Deletes what was recorded of a session.
 * @param note writes down that it is deleted, just before it is: what is on its way, or is sent later, is dropped from then on.
 * @throws when the event store is away; what is noted is deleted later ({@link startReplaySweep}).
 */
export async function removeReplay(
  { eventStore, recordings }: ReplayStores,
  replay: ReplayKey,
  note: () => Promise<void>,
): Promise<void> {
  await note();
  // A block that asked before the note is stored by then.
  await recordings.drain.between(() => deleteReplay(eventStore, replay));
}
