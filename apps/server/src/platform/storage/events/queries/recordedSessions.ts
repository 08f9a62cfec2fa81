import type { EventStore } from "../eventStore.ts";
import { belongsToPerson, type PersonIds, personParams } from "./person.ts";
import { splitTexts, textList, textListParam } from "./sqlParts.ts";

export type RecordedTable = "replay_segments" | "interactions" | "monitoring_events";

/** Identifies a visitor's session: the visitor ID, a space and the session ID. */
const SESSION_NAME = "concat(visitor_id, ' ', toString(session_id))";

/** The same for a RUM event, from the session ID that the site adds to its context. */
const SESSION_NAME_OF_LINE =
  "concat(visitor_id, ' ', toString(JSONExtractUInt(raw, 'context', 'marquee', 'session_id')))";

/** Whether a row has one of the person's anonymous IDs. Recorders identify visitors by anonymous ID only. */
const IS_DEVICE = `visitor_id IN ${textList("anonymousIds")}`;

/** The same for RUM events. This site's RUM also uses the anonymous ID, but other applications put their user ID in its place. */
const IS_DEVICE_OF_LINE = `(${IS_DEVICE}
  AND (JSONExtractString(raw, 'usr', 'id') != visitor_id OR JSONHas(raw, 'context', 'marquee')))`;

/** Whether a session belongs to the person. On a shared browser, so does a session without events (anymore). */
const isOwnSession = (
  name: string,
  isDevice: string,
) => `(visitor_id IN ${textList("ids")} OR ${isDevice} OR ${name} IN ${textList("sessions")}
  OR (visitor_id IN ${textList("browsers")} AND ${name} NOT IN (
    SELECT ${SESSION_NAME} FROM events WHERE visitor_id IN ${textList("browsers")} AND session_id != 0)))`;

/** Condition for one person's rows in `sessions` and `interactions`. Needs the parameters of {@link sessionParams}. */
export const BELONGS_TO_PERSON = isOwnSession(SESSION_NAME, IS_DEVICE);

/** The email address in a RUM event, lower case; empty if there is none. */
export const EMAIL_OF_LINE = "lower(JSONExtractString(raw, 'usr', 'email'))";

/** Condition for RUM events with an ID, email address or session of the person. Needs the parameters of {@link sessionParams}. */
const LINE_BELONGS_TO_PERSON = `(${isOwnSession(SESSION_NAME_OF_LINE, IS_DEVICE_OF_LINE)} OR (notEmpty(${textList("emails")})
  AND ${EMAIL_OF_LINE} IN ${textList("emails")}))`;

/** Condition for a person's rows by table. RUM events without a visitor ID belong to the person of their RUM session. */
const OF_RECORDED: Record<RecordedTable, string> = {
  replay_segments: `(${BELONGS_TO_PERSON} OR (protocol = 'datadog' AND recording_id IN ${textList("monitoring")}))`,
  interactions: BELONGS_TO_PERSON,
  monitoring_events: `(${LINE_BELONGS_TO_PERSON} OR (visitor_id = '' AND session_id IN ${textList("monitoring")}))`,
};

/** Sessions of one person: Marquee's, identified by visitor and session, and Datadog's RUM sessions. */
export interface RecordedSessions {
  /** Each is a visitor ID, a space and a session ID. */
  sessions: string[];
  /** RUM session IDs. */
  monitoring: string[];
}

/** Splits sessions into parts that fit into a statement. Returns at least one part. */
export function splitSessions({ sessions, monitoring }: RecordedSessions): RecordedSessions[] {
  const [ofSessions, ofMonitoring] = [splitTexts(sessions), splitTexts(monitoring)];
  const count = Math.max(1, ofSessions.length, ofMonitoring.length);
  return Array.from({ length: count }, (_, index) => ({
    sessions: ofSessions[index] ?? [],
    monitoring: ofMonitoring[index] ?? [],
  }));
}

/** Sessions of a person. Skips sessions of `anonymousIds`, because everything recorded under those belongs to the person anyway. */
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

/** Condition for one person's recorder and RUM data in a table. Needs the parameters of {@link recordedParams}. */
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
