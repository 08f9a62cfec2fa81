import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { belongsToPerson, personParams } from "../../../platform/storage/events/queries/person.ts";
import {
  queryRecordedSessions,
  type RecordedSessions,
} from "../../../platform/storage/events/queries/recordedSessions.ts";
import { splitTexts, textList, textListParam } from "../../../platform/storage/events/queries/sqlParts.ts";
import { rebuildVisitors } from "../../../platform/storage/events/rollups.ts";
import type { DrainControl } from "../../../platform/storage/spool/drain.ts";
import { deleteRecordings } from "./deleteRecordings.ts";
import { mergeSessions, NO_SESSIONS } from "./deletionSessions.ts";
import type { PersonIdentities } from "./identities.ts";

interface DeletionStores {
  eventStore: Pick<EventStore, "command" | "query">;
  drain: Pick<DrainControl, "between">;
  recordings: { drain: Pick<DrainControl, "between"> };
}

/**
 * Deletes all data of these people from the event store and counts the affected sessions again. On a shared browser, other people's data is kept.
 * @param storedSessions sessions that an earlier call found. The rows that linked them to the person are gone, but more of their data may arrive.
 * @param remember stores the sessions of these people, including `storedSessions`, before anything is deleted.
 */
export async function deletePeople(
  { eventStore, drain, recordings }: DeletionStores,
  people: PersonIdentities,
  storedSessions: RecordedSessions = NO_SESSIONS,
  remember: (sessions: RecordedSessions) => Promise<void> = async () => undefined,
): Promise<void> {
  const sessions = mergeSessions([storedSessions, await queryRecordedSessions(eventStore, people)]);
  await remember(sessions);
  const params = personParams(people);
  const isTheirs = belongsToPerson(people);
  await drain.between(async () => {
    const visitors = await visitorsOf(eventStore, isTheirs, params);
    await eventStore.command(`DELETE FROM events WHERE ${isTheirs}`, params);
    for (const part of splitTexts([...new Set([...people.ids, ...visitors])]))
      await rebuildVisitors(eventStore, part);
  });
  await recordings.drain.between(() => deleteRecordings(eventStore, people, sessions));
  await eventStore.command(`DELETE FROM rejected_events WHERE ${IS_REJECTED_OF}`, rejectedParams(people));
}

/** Whether a rejected event of these people is stored. Scans every sample. */
export async function hasRejected(
  store: Pick<EventStore, "query">,
  people: PersonIdentities,
): Promise<boolean> {
  const sql = `SELECT 1 FROM rejected_events WHERE ${IS_REJECTED_OF} LIMIT 1`;
  return (await store.query(sql, rejectedParams(people))).length > 0;
}

async function visitorsOf(
  store: Pick<EventStore, "query">,
  condition: string,
  params: Record<string, unknown>,
): Promise<string[]> {
  const sql = `SELECT DISTINCT visitor_id AS visitor FROM events WHERE ${condition}`;
  const rows = await store.query<{ visitor: string }>(sql, params);
  return rows.map(({ visitor }) => visitor);
}

/**
 * Rejected events are stored as truncated JSON, so they are searched as text: an ID matches only as a complete value (never as a key), an
 * email address anywhere.
 */
const IS_REJECTED_OF = `(visitor_id IN ${textList("names")}
  OR arrayExists(id -> countSubstrings(sample, id) > countSubstrings(sample, concat(id, ':')), ${textList("values")})
  OR arrayExists(email -> positionCaseInsensitive(sample, email) > 0, ${textList("emails")})
  OR hasAny(extractAll(sample, '"anonymousId":"([^"]+)"'), ${textList("anonymousIds")})
  OR (visitor_id IN ${textList("anonymousIds")} AND position(sample, concat('"userId":"', visitor_id, '"')) = 0))`;

function rejectedParams({ ids, anonymousIds, browsers, emails }: PersonIdentities): Record<string, unknown> {
  const quoted = (list: readonly string[]) => textListParam(list.map((name) => JSON.stringify(name)));
  return {
    names: textListParam([...ids, ...browsers, ...emails]),
    values: quoted([...ids, ...browsers]),
    emails: textListParam(emails),
    anonymousIds: textListParam(anonymousIds),
  };
}
