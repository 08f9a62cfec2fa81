import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import type { PersonIds } from "../../../../platform/storage/events/queries/person.ts";
import {
  type RecordedSessions,
  recordedParams,
  recordingBelongsToPerson,
  splitSessions,
} from "../../../../platform/storage/events/queries/recordedSessions.ts";
import type { ReplayKey } from "../../../../platform/storage/records/deletedReplays.ts";

/**
 * The replays of a person that have stored segments, clicks or scroll depths, and those of `sessions`, for which data may still
 * arrive.
 * @param sessions see {@link RecordedSessions}.
 */
export async function queryOwnReplays(
  store: Pick<EventStore, "query">,
  person: PersonIds,
  sessions: RecordedSessions,
): Promise<ReplayKey[]> {
  const replays = new Map(sessions.sessions.map((name) => [name, readSessionName(name)]));
  for (const part of splitSessions(sessions)) {
    for (const table of ["replay_segments", "interactions"] as const) {
      const rows = await store.query<{ sessionId: string; visitorId: string }>(
        `SELECT DISTINCT session_id AS sessionId, visitor_id AS visitorId FROM ${table}
         WHERE session_id != 0 AND ${recordingBelongsToPerson(table)}`,
        recordedParams(person, part),
      );
      for (const { sessionId, visitorId } of rows)
        replays.set(`${visitorId} ${sessionId}`, { sessionId: Number(sessionId), visitorId });
    }
  }
  return [...replays.values()];
}

/** @param name a visitor ID, which may contain spaces, a space and a session ID. */
function readSessionName(name: string): ReplayKey {
  const end = name.lastIndexOf(" ");
  return { visitorId: name.slice(0, end), sessionId: Number(name.slice(end + 1)) };
}
