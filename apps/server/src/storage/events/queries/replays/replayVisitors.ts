import type { DeletedReplay } from "../../../records/deletedReplays.ts";
import type { EventStore } from "../../eventStore.ts";

/** Visitor ids under which anything is stored of a deleted replay: one, or none. */
export async function queryReplayVisitors(
  store: Pick<EventStore, "query">,
  { sessionId, visitorDigest }: DeletedReplay,
): Promise<string[]> {
  const ofTable = (table: string) => `
    SELECT DISTINCT visitor_id AS visitor FROM ${table}
    WHERE session_id = {sessionId:UInt64} AND lower(hex(SHA256(visitor_id))) = {visitorDigest:String}`;
  const sql = `SELECT DISTINCT visitor FROM (${ofTable("replay_segments")} UNION ALL ${ofTable("interactions")})`;
  const rows = await store.query<{ visitor: string }>(sql, { sessionId, visitorDigest });
  return rows.map(({ visitor }) => visitor);
}
