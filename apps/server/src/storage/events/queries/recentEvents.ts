import type { LiveEvent } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { readSessionMoment, SESSION_MOMENT, type SessionMoment } from "./replays/sessionMoment.ts";

interface RecentOptions {
  /** Only events received after this time, in milliseconds since the epoch. */
  after: number;
  limit: number;
}

/** A listed event, and when it happened in its session. */
export type StoredLiveEvent = Omit<LiveEvent, "replay"> & { moment: SessionMoment };

type Row = Omit<StoredLiveEvent, "isBot" | "moment"> & SessionMoment & { isBot: 0 | 1 };

/** An `identify` call that names nobody: browsers send one with each page call. */
const NAMES_NOBODY = "type = 'identify' AND user_id = '' AND traits IN ('', '{}')";

/**
 * Recently received events, newest first. Demo events are left out because they are not happening now, and calls that would only repeat the
 * page call before them.
 */
export async function queryRecentEvents(
  store: Pick<EventStore, "query">,
  { after, limit }: RecentOptions,
): Promise<StoredLiveEvent[]> {
  const sql = `
    SELECT message_id AS messageId, type, event, host, path, source, browser, os, device, ${SESSION_MOMENT},
           toUnixTimestamp64Milli(received_at) AS receivedAt, bot != '' AS isBot
    FROM events
    WHERE demo = 0 AND NOT (${NAMES_NOBODY}) AND received_at > fromUnixTimestamp64Milli({after:Int64})
    ORDER BY received_at DESC
    LIMIT 1 BY message_id
    LIMIT {limit:UInt32}`;
  const rows = await store.query<Row>(sql, { after, limit });
  return rows.map(({ sessionId, visitorId, at, ...row }) => ({
    ...row,
    receivedAt: Number(row.receivedAt),
    isBot: row.isBot === 1,
    moment: readSessionMoment({ sessionId, visitorId, at }),
  }));
}
