import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import type { PersonIds } from "../../../../platform/storage/events/queries/person.ts";
import {
  EMAIL_OF_LINE,
  type RecordedSessions,
  type RecordedTable,
  recordedParams,
  recordingBelongsToPerson,
} from "../../../../platform/storage/events/queries/recordedSessions.ts";
import { textList, textListParam } from "../../../../platform/storage/events/queries/sqlParts.ts";

/** Amount of recorder and RUM data about one person. */
interface RecordedTotals {
  /** Number of distinct recordings; each page load has its own. */
  recordings: number;
  /** Number of click and scroll rows, the data of heatmaps. */
  interactions: number;
  /** Number of RUM events. */
  monitoring: number;
}

/** Counts the data that an export contains and a deletion removes. */
export async function queryRecordedTotals(
  store: Pick<EventStore, "query">,
  person: PersonIds,
  sessions: RecordedSessions,
): Promise<RecordedTotals> {
  const count = (table: RecordedTable, key: string) =>
    `(SELECT toUInt32(uniqExact(${key})) FROM ${table} WHERE ${recordingBelongsToPerson(table)})`;
  const sql = `
    SELECT ${count("replay_segments", "recording_id")} AS recordings,
           ${count("interactions", "message_id")} AS interactions,
           ${count("monitoring_events", "message_id")} AS monitoring`;
  const [row] = await store.query<RecordedTotals>(sql, recordedParams(person, sessions));
  return row ?? { recordings: 0, interactions: 0, monitoring: 0 };
}

/** Whether the store contains recorder or RUM data with an ID or email address of these people. */
export async function queryHasRecordings(
  store: Pick<EventStore, "query">,
  { ids, anonymousIds, browsers, emails }: PersonIds,
): Promise<boolean> {
  const tables = ["replay_segments", "interactions", "monitoring_events"];
  const ofTable = (table: string) =>
    `SELECT 1 AS found FROM ${table} WHERE visitor_id IN ${textList("names")}`;
  const byEmail = `SELECT 1 AS found FROM monitoring_events WHERE ${EMAIL_OF_LINE} IN ${textList("emails")}`;
  const parts = [...tables.map(ofTable), ...(emails.length > 0 ? [byEmail] : [])];
  const params = {
    names: textListParam([...ids, ...anonymousIds, ...browsers]),
    ...(emails.length > 0 && { emails: textListParam(emails) }),
  };
  return (await store.query(`SELECT found FROM (${parts.join(" UNION ALL ")}) LIMIT 1`, params)).length > 0;
}
