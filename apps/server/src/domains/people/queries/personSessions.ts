import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { PersonIds } from "../../../platform/storage/events/queries/person.ts";
import {
  BELONGS_TO_PERSON,
  type RecordedSessions,
  sessionParams,
} from "../../../platform/storage/events/queries/recordedSessions.ts";
import { sessionsWhere } from "../../../platform/storage/events/queries/sessions.ts";

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
    SELECT visitor_id AS visitorId, toUnixTimestamp64Milli(session.started) AS started,
           toUnixTimestamp64Milli(session.ended) AS ended, views AS pageViews, events, entry_page AS entry, source
    FROM ${sessionsWhere(BELONGS_TO_PERSON)} AS session ORDER BY started, session_id`;
  const rows = await store.query<PersonSession>(sql, sessionParams(person, sessions));
  return rows.map((row) => ({ ...row, started: Number(row.started), ended: Number(row.ended) }));
}
