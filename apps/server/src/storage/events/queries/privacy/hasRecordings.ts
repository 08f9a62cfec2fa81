import type { EventStore } from "../../eventStore.ts";
import type { PersonIds } from "../person.ts";
import { textList, textListParam } from "../sqlParts.ts";

/** Whether the store holds anything that recorders or monitoring sent of these people. */
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
