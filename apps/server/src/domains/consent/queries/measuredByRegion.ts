import type { Timestamp } from "@marquee/contract";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";

/** Whether a visitor was measured before a time without being asked for consent, because their region does not require it. */
export async function queryMeasuredByRegion(
  store: Pick<EventStore, "query">,
  anonymousId: string,
  before: Timestamp,
): Promise<boolean> {
  const sql = `
    SELECT 1 FROM events
    WHERE anonymous_id = {anonymousId:String} AND received_at < fromUnixTimestamp64Milli({before:Int64})
      AND JSONExtractString(context, 'consent', 'basis') = 'region'
    LIMIT 1`;
  return (await store.query(sql, { anonymousId, before })).length > 0;
}
