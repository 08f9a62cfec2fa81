import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { EVERYTHING, type Selection } from "../../questions/queries/selection.ts";
import {
  EVENT_SUMMARY,
  type EventSummaryRow,
  readEventSummary,
  type StoredEventSummary,
} from "./eventSummary.ts";

interface RecentOptions {
  /** Only events received after this time, in milliseconds since the epoch. */
  after: number;
  limit: number;
  /** The filters of a screen; everything by default. Visits are selected by their events between `after` and `to`. */
  selection?: Selection;
  to?: number;
}

/** An `identify` call without a name, which browsers send with each page call. */
const NAMES_NOBODY = "type = 'identify' AND user_id = '' AND traits IN ('', '{}')";

/**
 * Recently received events, newest first. Demo events are left out because they are not happening now, and so are calls that only repeat
 * the preceding page call.
 */
export async function queryRecentEvents(
  store: Pick<EventStore, "query">,
  { after, limit, selection = EVERYTHING, to = after }: RecentOptions,
): Promise<StoredEventSummary[]> {
  const sql = `
    SELECT ${EVENT_SUMMARY}
    FROM events
    WHERE demo = 0 AND NOT (${NAMES_NOBODY}) AND received_at > fromUnixTimestamp64Milli({after:Int64})
      AND (${selection.ofEvents})
    ORDER BY received_at DESC
    LIMIT 1 BY message_id
    LIMIT {limit:UInt32}`;
  const rows = await store.query<EventSummaryRow>(sql, {
    after,
    from: after,
    to,
    limit,
    ...selection.params,
  });
  return rows.map(readEventSummary);
}
