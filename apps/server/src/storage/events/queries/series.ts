import type { Interval, SeriesPoint } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { type Span, spanParams, VISITS } from "./visits.ts";

const START_OF: Record<Interval, string> = {
  hour: "toStartOfHour(toDateTime(timestamp, {tz:String}))",
  day: "toStartOfDay(timestamp, {tz:String})",
};

/** Visitors and page views by the hour or day of a time zone, with its changes of the clock. Empty ones are left out. */
export function querySeries(
  store: Pick<EventStore, "query">,
  { interval, tz, ...span }: Span & { interval: Interval; tz: string },
): Promise<SeriesPoint[]> {
  const sql = `
    SELECT toInt64(toUnixTimestamp(${START_OF[interval]})) * 1000 AS start,
           toUInt32(uniqExact(visitor_id)) AS visitors, toUInt32(count()) AS pageViews
    ${VISITS} GROUP BY start ORDER BY start`;
  return store.query<SeriesPoint>(sql, { ...spanParams(span), tz });
}
