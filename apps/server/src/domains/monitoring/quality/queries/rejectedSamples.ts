import type { RejectedSample } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { dateRangeParams, type Span } from "../../../../platform/storage/events/queries/sqlParts.ts";

/** Rejected events in a date range, newest first, at most `perReason` per reason, so that a frequent reason does not hide a rare one. */
export async function queryRejectedSamples(
  store: Pick<EventStore, "query">,
  span: Span,
  perReason: number,
): Promise<RejectedSample[]> {
  const sql = `
    SELECT toUnixTimestamp64Milli(received_at) AS receivedAt, reason, detail, type, event,
           message_id AS messageId, library, bytes, sample
    FROM rejected_events
    WHERE received_at >= fromUnixTimestamp64Milli({from:Int64}) AND received_at < fromUnixTimestamp64Milli({to:Int64})
    ORDER BY received_at DESC
    LIMIT {perReason:UInt32} BY reason
    LIMIT 200`;
  const rows = await store.query<RejectedSample>(sql, { ...dateRangeParams(span), perReason });
  return rows.map((row) => ({ ...row, receivedAt: Number(row.receivedAt) }));
}
