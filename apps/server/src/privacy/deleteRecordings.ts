import type { EventStore } from "../storage/events/eventStore.ts";
import {
  type RecordedSessions,
  recordedParams,
  recordingBelongsToPerson,
  splitSessions,
} from "../storage/events/queries/privacy/recordedSessions.ts";
import type { Identities } from "./identities.ts";

/**
 * Deletes what recorders and monitoring kept of these people. Of a browser that others used too, sessions that are theirs alone stay; a
 * session that has no events any more was the person's.
 * @param sessions those in which they did something, read before their events were deleted.
 */
export async function deleteRecordings(
  store: Pick<EventStore, "command">,
  people: Identities,
  sessions: RecordedSessions,
): Promise<void> {
  for (const part of splitSessions(sessions)) {
    const params = recordedParams(people, part);
    for (const table of ["replay_segments", "interactions", "monitoring_events"] as const)
      await store.command(`DELETE FROM ${table} WHERE ${recordingBelongsToPerson(table)}`, params);
  }
}
