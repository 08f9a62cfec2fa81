import type { EventStore } from "../../eventStore.ts";
import { isPersons, type PersonIds, personParams } from "../person.ts";
import { IS_PERSONS_LINE, SESSION_NAME, sessionParams } from "./personConditions.ts";

/** Sessions of one person: ours are named by visitor and session, monitoring's by a text of their own. */
export interface RecordedSessions {
  /** Each a visitor id, a space and a session id. */
  sessions: string[];
  monitoring: string[];
}

/** The sessions in which a person did something. */
export async function queryRecordedSessions(
  store: Pick<EventStore, "query">,
  person: PersonIds,
): Promise<RecordedSessions> {
  const named = await store.query<{ name: string }>(
    `SELECT DISTINCT ${SESSION_NAME} AS name FROM events WHERE ${isPersons(person)} AND session_id != 0`,
    personParams(person),
  );
  const sessions = named.map(({ name }) => name);
  const monitoring = await store.query<{ name: string }>(
    `SELECT DISTINCT session_id AS name FROM monitoring_events
     WHERE session_id != '' AND ${IS_PERSONS_LINE}`,
    sessionParams(person, sessions),
  );
  return { sessions, monitoring: monitoring.map(({ name }) => name) };
}
