import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { ReplayKey } from "../../../platform/storage/records/deletedReplays.ts";
import { OF_REPLAY } from "./replaySegments.ts";

/** Deletes a session's recordings, clicks and scrolls; its events stay. */
export async function deleteReplay(
  store: Pick<EventStore, "command">,
  { sessionId, visitorId }: ReplayKey,
): Promise<void> {
  for (const table of ["replay_segments", "interactions"])
    await store.command(`DELETE FROM ${table} WHERE ${OF_REPLAY}`, { sessionId, visitorId });
}
