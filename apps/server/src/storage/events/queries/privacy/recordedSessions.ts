import type { EventStore } from "../../eventStore.ts";
import { belongsToPerson, type PersonIds, personParams } from "../person.ts";
import { textList, textListParam } from "../sqlParts.ts";

export type RecordedTable = "replay_segments" | "interactions" | "monitoring_events";

/** Names a session of a visitor: of our sessions each row's own, of a line of monitoring the one that our site says it belongs to. */
const SESSION_NAME = "concat(visitor_id, ' ', toString(session_id))";

const SESSION_NAME_OF_LINE =
  "concat(visitor_id, ' ', toString(JSONExtractUInt(raw, 'context', 'marquee', 'session_id')))";

/** Recorders name visitors by anonymous id alone. So does our site's monitoring, while other applications name their users in its place. */
const IS_DEVICE = `visitor_id IN ${textList("anonymousIds")}`;

const IS_DEVICE_OF_LINE = `(${IS_DEVICE}
  AND (JSONExtractString(raw, 'usr', 'id') != visitor_id OR JSONHas(raw, 'context', 'marquee')))`;

/** On a browser that several people used, a session that no events name (any more) is the person's. */
const isOwnSession = (
  name: string,
  isDevice: string,
) => `(visitor_id IN ${textList("ids")} OR ${isDevice} OR ${name} IN ${textList("sessions")}
  OR (visitor_id IN ${textList("browsers")} AND ${name} NOT IN (
    SELECT ${SESSION_NAME} FROM events WHERE visitor_id IN ${textList("browsers")} AND session_id != 0)))`;

/** One person's rows of `sessions`. Needs the parameters of {@link sessionParams}. */
export const BELONGS_TO_PERSON = isOwnSession(SESSION_NAME, IS_DEVICE);

/** Lines of monitoring that name the person by an id, an e-mail address or one of our sessions. Needs the parameters of {@link sessionParams}. */
const LINE_BELONGS_TO_PERSON = `(${isOwnSession(SESSION_NAME_OF_LINE, IS_DEVICE_OF_LINE)} OR (notEmpty(${textList("emails")})
  AND lower(JSONExtractString(raw, 'usr', 'email')) IN ${textList("emails")}))`;

/** RUM events without IDs belong to the person of their session's other events. */
const OF_RECORDED: Record<RecordedTable, string> = {
  replay_segments: `(${BELONGS_TO_PERSON} OR (protocol = 'datadog' AND recording_id IN ${textList("monitoring")}))`,
  interactions: BELONGS_TO_PERSON,
  monitoring_events: `(${LINE_BELONGS_TO_PERSON} OR (visitor_id = '' AND session_id IN ${textList("monitoring")}))`,
};

/** Sessions of one person: ours are named by visitor and session, monitoring's by a text of their own. */
export interface RecordedSessions {
  /** Each a visitor id, a space and a session id. */
  sessions: string[];
  monitoring: string[];
}

/** Anyone can send that many session IDs; each adds to the statement, whose size is limited. */
const MAX_SESSIONS = 5000;

/** The same sessions in parts, of which each fits into a statement. There is one part at least. */
export function splitSessions({ sessions, monitoring }: RecordedSessions): RecordedSessions[] {
  const parts: RecordedSessions[] = [];
  for (let at = 0; at === 0 || at < Math.max(sessions.length, monitoring.length); at += MAX_SESSIONS) {
    const part = (names: string[]) => names.slice(at, at + MAX_SESSIONS);
    parts.push({ sessions: part(sessions), monitoring: part(monitoring) });
  }
  return parts;
}

/** The sessions in which a person did something. Those of an anonymous id need no names: all that is recorded under it is theirs. */
export async function queryRecordedSessions(
  store: Pick<EventStore, "query">,
  person: PersonIds,
): Promise<RecordedSessions> {
  const sessions = await queryReferencedSessions(store, { ...person, anonymousIds: [] });
  const monitoring = new Set<string>();
  for (const part of splitSessions({ sessions, monitoring: [] })) {
    const lines = await store.query<{ name: string }>(
      `SELECT DISTINCT session_id AS name FROM monitoring_events
       WHERE session_id != '' AND ${LINE_BELONGS_TO_PERSON}`,
      sessionParams(person, part.sessions),
    );
    for (const { name } of lines) monitoring.add(name);
  }
  return { sessions, monitoring: [...monitoring] };
}

async function queryReferencedSessions(
  store: Pick<EventStore, "query">,
  person: PersonIds,
): Promise<string[]> {
  if (person.ids.length + person.browsers.length + person.emails.length === 0) return [];
  const named = await store.query<{ name: string }>(
    `SELECT DISTINCT ${SESSION_NAME} AS name FROM events WHERE ${belongsToPerson(person)} AND session_id != 0`,
    personParams(person),
  );
  return named.map(({ name }) => name);
}

/** A condition that names what recorders and monitoring kept of one person. Needs the parameters of {@link recordedParams}. */
export function recordingBelongsToPerson(table: RecordedTable): string {
  return OF_RECORDED[table];
}

export function sessionParams(
  { ids, anonymousIds, browsers, emails }: PersonIds,
  sessions: RecordedSessions["sessions"],
): Record<string, unknown> {
  return {
    ids: textListParam(ids),
    anonymousIds: textListParam(anonymousIds),
    browsers: textListParam(browsers),
    emails: textListParam(emails),
    sessions: textListParam(sessions),
  };
}

export function recordedParams(
  person: PersonIds,
  { sessions, monitoring }: RecordedSessions,
): Record<string, unknown> {
  return { ...sessionParams(person, sessions), monitoring: textListParam(monitoring) };
}
