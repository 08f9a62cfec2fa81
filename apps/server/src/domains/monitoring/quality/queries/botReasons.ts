import type { ReasonCount } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { dateRangeParams, type Span } from "../../../../platform/storage/events/queries/sqlParts.ts";

/** Bot events received in a date range, counted by bot reason, the most frequent first. */
export function queryBotReasons(
  store: Pick<EventStore, "query">,
  span: Span,
  limit: number,
): Promise<ReasonCount[]> {
  const sql = `
    SELECT bot AS reason, toUInt32(uniq(message_id)) AS count
    FROM events
    WHERE bot != '' AND received_at >= fromUnixTimestamp64Milli({from:Int64})
      AND received_at < fromUnixTimestamp64Milli({to:Int64})
    GROUP BY reason ORDER BY count DESC, reason LIMIT {limit:UInt32}`;
  return store.query<ReasonCount>(sql, { ...dateRangeParams(span), limit });
}
