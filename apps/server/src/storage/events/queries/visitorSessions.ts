import type { EventStore } from "../eventStore.ts";
import { textList, textListParam } from "./textList.ts";

interface VisitorSession {
  visitorId: string;
  /** Milliseconds since the epoch. */
  started: number;
  ended: number;
  pageViews: number;
  events: number;
  entry: string;
  source: string;
}

/** The sessions of these visitors, oldest first. */
export async function queryVisitorSessions(
  store: Pick<EventStore, "query">,
  visitors: readonly string[],
): Promise<VisitorSession[]> {
  const sql = `
    SELECT visitor_id AS visitorId,
           toUnixTimestamp64Milli(min(sessions.started)) AS started,
           toUnixTimestamp64Milli(max(sessions.ended)) AS ended,
           toUInt32(sum(sessions.views)) AS pageViews, toUInt32(sum(sessions.events)) AS events,
           argMinMerge(sessions.entry) AS entry, argMinMerge(sessions.source) AS source
    FROM sessions WHERE visitor_id IN ${textList("visitors")}
    GROUP BY session_id, visitor_id ORDER BY started`;
  const rows = await store.query<VisitorSession>(sql, { visitors: textListParam(visitors) });
  return rows.map((row) => ({ ...row, started: Number(row.started), ended: Number(row.ended) }));
}
