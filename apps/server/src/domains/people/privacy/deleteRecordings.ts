import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import {
  type RecordedSessions,
  recordedParams,
  recordingBelongsToPerson,
  splitSessions,
} from "../../../platform/storage/events/queries/recordedSessions.ts";
import type { PersonIdentities } from "./identities.ts";

/**
 * Deletes the replay segments, interactions and RUM events of these people. On a shared browser, sessions that belong only to others are
 * kept; a session without any events counts as the person's.
 * @param sessions in which these people were active, read before their events were deleted.
 */
export async function deleteRecordings(
  store: Pick<EventStore, "command">,
  people: PersonIdentities,
  sessions: RecordedSessions,
): Promise<void> {
  for (const part of splitSessions(sessions)) {
    const params = recordedParams(people, part);
    for (const table of ["replay_segments", "interactions", "monitoring_events"] as const)
      await store.command(`DELETE FROM ${table} WHERE ${recordingBelongsToPerson(table)}`, params);
  }
}
