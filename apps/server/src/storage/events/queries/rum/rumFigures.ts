import type { MonitoredFigures, MonitoredPoint } from "@marquee/contract/schema";
import { fillGaps } from "../../../../time/timeSeries.ts";
import type { EventStore } from "../../eventStore.ts";
import { percentile75 } from "../sqlParts.ts";
import { type MonitoredScope, monitoredEvents, monitoredParams, monitoredViews } from "./rumEvents.ts";

const FIGURES = `
  toUInt32(uniqExactIf(session_id, session_id != '')) AS sessions, toUInt32(countIf(type = 'view')) AS views,
  toUInt32(countIf(type = 'error')) AS errors, toUInt32(countIf(type = 'long_task')) AS longTasks,
  ${percentile75("loading_time")} AS loading, ${percentile75("largest_contentful_paint")} AS lcp,
  ${percentile75("interaction_to_next_paint")} AS inp, ${percentile75("cumulative_layout_shift")} AS cls`;

/** Views beside errors and long tasks, of which vitals are null. */
const eventsOf = (scope: MonitoredScope) => `(
  SELECT 'view' AS type, session_id, timestamp, loading_time, largest_contentful_paint, interaction_to_next_paint,
         cumulative_layout_shift
  FROM ${monitoredViews(scope)}
  UNION ALL
  SELECT toString(type), session_id, timestamp, NULL, NULL, NULL, NULL
  FROM ${monitoredEvents(["error", "long_task"], "type, session_id, timestamp", scope)}
)`;

const NOTHING: MonitoredFigures = {
  ...{ sessions: 0, views: 0, errors: 0, longTasks: 0 },
  ...{ loading: null, lcp: null, inp: null, cls: null },
};

/** How an application did over a span. */
export async function queryMonitoredFigures(
  store: Pick<EventStore, "query">,
  scope: MonitoredScope,
): Promise<MonitoredFigures> {
  const sql = `SELECT ${FIGURES} FROM ${eventsOf(scope)}`;
  const [row] = await store.query<MonitoredFigures>(sql, monitoredParams(scope));
  return row ?? NOTHING;
}

/** The same for each of these starts of an hour or day, in milliseconds since the epoch. */
export async function queryMonitoredSeries(
  store: Pick<EventStore, "query">,
  scope: MonitoredScope,
  starts: readonly number[],
): Promise<MonitoredPoint[]> {
  const sql = `
    SELECT {starts:Array(Int64)}[arrayLastIndex(start -> start <= toUnixTimestamp64Milli(timestamp), {starts:Array(Int64)})] AS start,
           ${FIGURES}
    FROM ${eventsOf(scope)} GROUP BY start`;
  const rows = await store.query<MonitoredPoint>(sql, { ...monitoredParams(scope), starts });
  return fillGaps(starts, rows, NOTHING);
}
