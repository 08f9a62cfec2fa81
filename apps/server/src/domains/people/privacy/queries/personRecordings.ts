import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import type { PersonIds } from "../../../../platform/storage/events/queries/person.ts";
import {
  type RecordedSessions,
  type RecordedTable,
  recordedParams,
  recordingBelongsToPerson,
} from "../../../../platform/storage/events/queries/recordedSessions.ts";

/** Columns that an export contains. Recording data is left out because it shows the site more than the person. */
const COLUMNS: Record<RecordedTable, string> = {
  replay_segments: "* EXCEPT (data, message_id)",
  interactions: "* EXCEPT message_id",
  monitoring_events: "track, received_at, raw",
};
const PAGE_SIZE = 1000;

/** All rows of a person in a table, each once, oldest first. Reads the store page by page. */
export async function* readPersonRecordings(
  store: Pick<EventStore, "query">,
  table: RecordedTable,
  person: PersonIds,
  sessions: RecordedSessions,
): AsyncGenerator<Record<string, unknown>> {
  const sql = `
    SELECT ${COLUMNS[table]}, message_id AS id, toUnixTimestamp64Milli(received_at) AS received
    FROM ${table}
    WHERE ${recordingBelongsToPerson(table)}
      AND (${table}.received_at, message_id) > (fromUnixTimestamp64Milli({afterAt:Int64}), {afterId:String})
    ORDER BY ${table}.received_at, message_id
    LIMIT 1 BY message_id
    LIMIT {limit:UInt32}`;
  let after = { afterAt: 0, afterId: "" };
  for (;;) {
    const params = { ...recordedParams(person, sessions), ...after, limit: PAGE_SIZE };
    const rows = await store.query<Record<string, unknown>>(sql, params);
    for (const { id: _id, received: _received, ...row } of rows) yield row;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    after = { afterAt: Number(last.received), afterId: String(last.id) };
  }
}
