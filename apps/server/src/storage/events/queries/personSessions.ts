import type { EventStore } from "../eventStore.ts";
import type { PersonIds } from "./person.ts";
import { BELONGS_TO_PERSON, type RecordedSessions, sessionParams } from "./privacy/recordedSessions.ts";

interface PersonSession {
  visitorId: string;
  /** Milliseconds since the epoch. */
  started: number;
  ended: number;
  pageViews: number;
  events: number;
  entry: string;
  source: string;
}

/** The sessions of a person, oldest first. On shared browsers, only the person's own sessions. */
export async function queryPersonSessions(
  store: Pick<EventStore, "query">,
  person: PersonIds,
  { sessions }: Pick<RecordedSessions, "sessions">,
): Promise<PersonSession[]> {
  const sql = `
    SELECT visitor_id AS visitorId,
           toUnixTimestamp64Milli(min(sessions.started)) AS started,
           toUnixTimestamp64Milli(max(sessions.ended)) AS ended,
           toUInt32(sum(sessions.views)) AS pageViews, toUInt32(sum(sessions.events)) AS events,
           argMinMerge(sessions.entry) AS entry, argMinMerge(sessions.source) AS source
    FROM sessions WHERE ${BELONGS_TO_PERSON}
    GROUP BY session_id, visitor_id ORDER BY started`;
  const rows = await store.query<PersonSession>(sql, sessionParams(person, sessions));
  return rows.map((row) => ({ ...row, started: Number(row.started), ended: Number(row.ended) }));
}
