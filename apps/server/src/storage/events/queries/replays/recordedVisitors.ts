import type { EventStore } from "../../eventStore.ts";

/** Who was recorded in these sessions, by session; those that were not recorded are left out. */
export async function queryRecordedVisitors(
  store: Pick<EventStore, "query">,
  sessions: readonly number[],
): Promise<Map<number, string[]>> {
  if (sessions.length === 0) return new Map();
  const sql = `
    SELECT session_id AS session, groupUniqArray(visitor_id) AS visitors FROM replay_segments
    WHERE protocol != 'datadog' AND session_id IN {sessions:Array(UInt64)} GROUP BY session_id`;
  const rows = await store.query<{ session: string; visitors: string[] }>(sql, { sessions });
  return new Map(rows.map(({ session, visitors }) => [Number(session), visitors]));
}
