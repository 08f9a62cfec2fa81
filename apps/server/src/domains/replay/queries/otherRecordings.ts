import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { dateRangeParams, type Span } from "../../../platform/storage/events/queries/sqlParts.ts";

/**
 * Number of recordings of Datadog's client in a date range, which cannot be played. Selected by receive time, because their session IDs have another format,
 * so that no filter applies to them.
 */
export async function countOtherRecordings(store: Pick<EventStore, "query">, span: Span): Promise<number> {
  const sql = `
    SELECT toUInt32(uniqExact(recording_id)) AS recordings FROM replay_segments
    WHERE protocol = 'datadog' AND received_at >= fromUnixTimestamp64Milli({from:Int64})
      AND received_at < fromUnixTimestamp64Milli({to:Int64})`;
  const [row] = await store.query<{ recordings: number }>(sql, dateRangeParams(span));
  return row?.recordings ?? 0;
}
