import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { DeletedReplay } from "../../../platform/storage/records/deletedReplays.ts";

/** Visitor IDs that data of a deleted replay is still stored under: one or none. */
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

/** A visitor whose session was recorded, and from when to when, in milliseconds since the epoch. */
export interface RecordedVisitor {
  visitorId: string;
  startedAt: number;
  endedAt: number;
}

/** Recorded visitors by session ID; sessions without a recording are left out. */
export async function queryRecordedVisitors(
  store: Pick<EventStore, "query">,
  sessions: readonly number[],
): Promise<Map<number, RecordedVisitor[]>> {
  if (sessions.length === 0) return new Map();
  const sql = `
    SELECT session_id AS sessionId, visitor_id AS visitorId, toUnixTimestamp64Milli(min(started)) AS startedAt,
           toUnixTimestamp64Milli(max(ended)) AS endedAt
    FROM replay_segments
    WHERE protocol != 'datadog' AND session_id IN {sessions:Array(UInt64)} GROUP BY session_id, visitor_id`;
  const rows = await store.query<RecordedVisitor & { sessionId: string }>(sql, { sessions });
  const visitorsBySession = new Map<number, RecordedVisitor[]>();
  for (const { sessionId, visitorId, startedAt, endedAt } of rows) {
    const id = Number(sessionId);
    const visitor = { visitorId, startedAt: Number(startedAt), endedAt: Number(endedAt) };
    visitorsBySession.set(id, [...(visitorsBySession.get(id) ?? []), visitor]);
  }
  return visitorsBySession;
}
