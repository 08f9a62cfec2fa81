import type { EventStore } from "../platform/storage/events/eventStore.ts";
import { sessionsWhere } from "../platform/storage/events/queries/sessions.ts";

/** Visits that started in a date range, without known customers, as counted by the server. Times are in milliseconds since the epoch. */
export async function countVisits(
  store: Pick<EventStore, "query">,
  span: { from: number; to: number },
): Promise<{ visitors: number; visits: number; pageViews: number; bounces: number }> {
  const [row] = await store.query<{ visitors: number; visits: number; pageViews: number; bounces: number }>(
    `SELECT toUInt32(uniqExact(visitor_id)) AS visitors, toUInt32(count()) AS visits, toUInt32(sum(views)) AS pageViews,
            toUInt32(countIf(views = 1)) AS bounces
     FROM ${sessionsWhere("1")}
     WHERE started >= fromUnixTimestamp64Milli({from:Int64}) AND started < fromUnixTimestamp64Milli({to:Int64})
       AND views > 0 AND audience != 'customer'`,
    span,
  );
  if (!row) throw new Error("The event store counts nothing.");
  return row;
}
