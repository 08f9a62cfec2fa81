import type { Interval, SeriesPoint } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { pageViewsBy, VISITORS_AND_VIEWS } from "./pageViews.ts";
import { dateRangeParams, type Span } from "./sqlParts.ts";

const START_OF: Record<Interval, string> = {
  hour: "toStartOfHour(toTimeZone(quarter, {tz:String}))",
  day: "toStartOfDay(toTimeZone(quarter, {tz:String}))",
};

/** Visitors and page views by hour or day in a time zone, including its daylight saving changes. Empty buckets are left out. */
export function querySeries(
  store: Pick<EventStore, "query">,
  { interval, tz, ...span }: Span & { interval: Interval; tz: string },
): Promise<SeriesPoint[]> {
  const sql = `
    SELECT toInt64(toUnixTimestamp(${START_OF[interval]})) * 1000 AS start, ${VISITORS_AND_VIEWS}
    ${pageViewsBy("all")} GROUP BY start ORDER BY start`;
  return store.query<SeriesPoint>(sql, { ...dateRangeParams(span), tz });
}
