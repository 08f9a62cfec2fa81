import type { EventNameCount } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { UNIQUE_EVENTS } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import { type EventConditions, eventConditions } from "./eventConditions.ts";

const LIMIT = 200;

/** How often each call occurred: track events by name, others by type. The most frequent first. */
export async function queryEventNames(
  store: Pick<EventStore, "query">,
  options: EventConditions,
): Promise<EventNameCount[]> {
  const { where, params } = eventConditions(options);
  const sql = `
    SELECT type, event, count() AS count
    FROM ${UNIQUE_EVENTS}
    WHERE ${where}
    GROUP BY type, event
    ORDER BY count DESC, type, event
    LIMIT {limit:UInt32}`;
  const rows = await store.query<EventNameCount>(sql, { ...params, limit: LIMIT });
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
