import type { EventStore } from "../../eventStore.ts";
import { isPersons, type PersonIds, personParams } from "../person.ts";
import { IS_PERSONS_LINE, SESSION_NAME, sessionParams } from "./personConditions.ts";

/** Sessions of one person: ours are named by visitor and session, monitoring's by a text of their own. */
export interface RecordedSessions {
  /** Each a visitor id, a space and a session id. */
  sessions: string[];
  monitoring: string[];
}

/** Anybody can name that many sessions; each adds to the size of a statement, which is bounded. */
const MOST_SESSIONS = 5000;

/** The same sessions in parts, of which each fits into a statement. There is one part at least. */
export function partSessions({ sessions, monitoring }: RecordedSessions): RecordedSessions[] {
  const parts: RecordedSessions[] = [];
  for (let at = 0; at === 0 || at < Math.max(sessions.length, monitoring.length); at += MOST_SESSIONS) {
    const part = (names: string[]) => names.slice(at, at + MOST_SESSIONS);
    parts.push({ sessions: part(sessions), monitoring: part(monitoring) });
  }
  return parts;
}

/** The sessions in which a person did something. Those of an anonymous id need no names: all that is recorded under it is theirs. */
export async function queryRecordedSessions(
  store: Pick<EventStore, "query">,
  person: PersonIds,
): Promise<RecordedSessions> {
  const sessions = await queryNamedSessions(store, { ...person, anonymousIds: [] });
  const monitoring = new Set<string>();
  for (const part of partSessions({ sessions, monitoring: [] })) {
    const lines = await store.query<{ name: string }>(
      `SELECT DISTINCT session_id AS name FROM monitoring_events
       WHERE session_id != '' AND ${IS_PERSONS_LINE}`,
      sessionParams(person, part.sessions),
    );
    for (const { name } of lines) monitoring.add(name);
  }
  return { sessions, monitoring: [...monitoring] };
}

async function queryNamedSessions(store: Pick<EventStore, "query">, person: PersonIds): Promise<string[]> {
  if (person.ids.length + person.browsers.length + person.emails.length === 0) return [];
  const named = await store.query<{ name: string }>(
    `SELECT DISTINCT ${SESSION_NAME} AS name FROM events WHERE ${isPersons(person)} AND session_id != 0`,
    personParams(person),
  );
  return named.map(({ name }) => name);
}
