import type { LiveEvent } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";

interface RecentOptions {
  /** Only events received after this time, in milliseconds since the epoch. */
  after: number;
  limit: number;
}

/** Recently received events, newest first. Demo events are left out because they are not happening now. */
export async function queryRecentEvents(
  store: Pick<EventStore, "query">,
  { after, limit }: RecentOptions,
): Promise<LiveEvent[]> {
  const sql = `
    SELECT message_id AS messageId, type, event, path, source, browser, os, device,
           toUnixTimestamp64Milli(received_at) AS receivedAt, bot != '' AS isBot
    FROM events
    WHERE demo = 0 AND received_at > fromUnixTimestamp64Milli({after:Int64})
    ORDER BY received_at DESC
    LIMIT 1 BY message_id
    LIMIT {limit:UInt32}`;
  const rows = await store.query<Omit<LiveEvent, "isBot"> & { isBot: 0 | 1 }>(sql, { after, limit });
  return rows.map((row) => ({ ...row, receivedAt: Number(row.receivedAt), isBot: row.isBot === 1 }));
}
