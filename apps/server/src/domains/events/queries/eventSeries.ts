import type { SeriesRange } from "@marquee/contract";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { startOfHour } from "../../../platform/storage/events/queries/sqlParts.ts";
import { UNIQUE_EVENTS } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import { type EventConditions, eventConditions } from "./eventConditions.ts";

interface Point {
  /** Milliseconds since the epoch. */
  start: number;
  count: number;
}

const START = {
  hour: startOfHour("received_at", "{tz:String}"),
  day: "toUnixTimestamp(toStartOfDay(toTimeZone(received_at, {tz:String})))",
} as const;

/** Number of events by hour or day, without empty intervals. */
export async function queryEventSeries(
  store: Pick<EventStore, "query">,
  { interval, tz, ...options }: EventConditions & SeriesRange,
): Promise<Point[]> {
  const { where, params } = eventConditions(options);
  const sql = `
    SELECT toInt64(${START[interval]}) * 1000 AS start, count() AS count
    FROM ${UNIQUE_EVENTS}
    WHERE ${where}
    GROUP BY start
    ORDER BY start`;
  const rows = await store.query<Point>(sql, { ...params, tz });
  return rows.map(({ start, count }) => ({ start: Number(start), count: Number(count) }));
}
