import type { EventStore } from "../../eventStore.ts";
import type { PersonIds } from "../person.ts";
import {
  type RecordedSessions,
  type RecordedTable,
  recordedParams,
  recordingBelongsToPerson,
} from "./recordedSessions.ts";

/** How much of one person recorders and monitoring kept. */
interface RecordedTotals {
  /** Documents whose recording is kept, each once. */
  recordings: number;
  /** Clicks and scrolled page views, of which heatmaps are made. */
  interactions: number;
  /** Lines of monitoring. */
  monitoring: number;
}

/** Counts what an export would list and a deletion would take. */
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
