import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { type EventConditions, eventConditions } from "./eventConditions.ts";
import {
  EVENT_SUMMARY,
  type EventSummaryRow,
  readEventSummary,
  type StoredEventSummary,
} from "./eventSummary.ts";

/** Position of an event in the list, which is sorted by receive time, then message ID, both descending. */
interface EventPlace {
  /** Milliseconds since the epoch. */
  receivedAt: number;
  messageId: string;
}

interface SearchOptions extends EventConditions {
  /** Only events after this one in the list. */
  before: EventPlace | null;
  limit: number;
}

/** Events received in a date range that match the filter, newest first, each message once. */
export async function searchEvents(
  store: Pick<EventStore, "query">,
  { before, limit, ...options }: SearchOptions,
): Promise<StoredEventSummary[]> {
  const { where, params } = eventConditions(options);
  const after = before
    ? " AND (received_at, message_id) < (fromUnixTimestamp64Milli({receivedAt:Int64}), {afterId:String})"
    : "";
  const sql = `
    SELECT ${EVENT_SUMMARY}
    FROM events
    WHERE ${where}${after}
    ORDER BY received_at DESC, message_id DESC
    LIMIT 1 BY message_id
    LIMIT {limit:UInt32}`;
  const place = before ? { receivedAt: before.receivedAt, afterId: before.messageId } : {};
  const rows = await store.query<EventSummaryRow>(sql, { ...params, ...place, limit });
  return rows.map(readEventSummary);
}
