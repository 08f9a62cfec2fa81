import type { EventStore } from "../../eventStore.ts";
import type { PersonIds } from "../person.ts";
import { textList, textListParam } from "../sqlParts.ts";
import {
  type RecordedSessions,
  type RecordedTable,
  recordedParams,
  recordingBelongsToPerson,
} from "./recordedSessions.ts";

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

/** Whether the store contains recorder or RUM data with an ID of these people. */
export async function queryHasRecordings(
  store: Pick<EventStore, "query">,
  { ids, anonymousIds, browsers }: PersonIds,
): Promise<boolean> {
  const tables = ["replay_segments", "interactions", "monitoring_events"];
  const ofTable = (table: string) =>
    `SELECT 1 AS found FROM ${table} WHERE visitor_id IN ${textList("names")}`;
  const sql = `SELECT found FROM (${tables.map(ofTable).join(" UNION ALL ")}) LIMIT 1`;
  return (
    (await store.query(sql, { names: textListParam([...ids, ...anonymousIds, ...browsers]) })).length > 0
  );
}
