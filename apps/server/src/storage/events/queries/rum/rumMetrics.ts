import type { RumMetrics, RumPoint } from "@marquee/contract/schema";
import { fillGaps } from "../../../../time/timeSeries.ts";
import type { EventStore } from "../../eventStore.ts";
import { percentile75 } from "../sqlParts.ts";
import { type RumScope, rumEvents, rumParams, rumViews } from "./rumEvents.ts";

const FIGURES = `
  toUInt32(uniqExactIf(session_id, session_id != '')) AS sessions, toUInt32(countIf(type = 'view')) AS views,
  toUInt32(countIf(type = 'error')) AS errors, toUInt32(countIf(type = 'long_task')) AS longTasks,
  ${percentile75("loading_time")} AS loading, ${percentile75("largest_contentful_paint")} AS lcp,
  ${percentile75("interaction_to_next_paint")} AS inp, ${percentile75("cumulative_layout_shift")} AS cls`;

/** Subquery of views, errors and long tasks. The vitals of errors and long tasks are null. */
const eventsOf = (scope: RumScope) => `(
  SELECT 'view' AS type, session_id, timestamp, loading_time, largest_contentful_paint, interaction_to_next_paint,
         cumulative_layout_shift
  FROM ${rumViews(scope)}
  UNION ALL
  SELECT toString(type), session_id, timestamp, NULL, NULL, NULL, NULL
  FROM ${rumEvents(["error", "long_task"], "type, session_id, timestamp", scope)}
)`;

const NOTHING: RumMetrics = {
  sessions: 0,
  views: 0,
  errors: 0,
  longTasks: 0,
  loading: null,
  lcp: null,
  inp: null,
  cls: null,
};

/** RUM metrics in a date range; loading time and vitals are 75th percentiles. */
export async function queryRumMetrics(
  store: Pick<EventStore, "query">,
  scope: RumScope,
): Promise<RumMetrics> {
  const sql = `SELECT ${FIGURES} FROM ${eventsOf(scope)}`;
  const [row] = await store.query<RumMetrics>(sql, rumParams(scope));
  return row ?? NOTHING;
}

/** The same metrics by interval; empty intervals are filled. @param starts start of each hour or day, in milliseconds since the epoch. */
export async function queryRumSeries(
  store: Pick<EventStore, "query">,
  scope: RumScope,
  starts: readonly number[],
): Promise<RumPoint[]> {
  const sql = `
    SELECT {starts:Array(Int64)}[arrayLastIndex(start -> start <= toUnixTimestamp64Milli(timestamp), {starts:Array(Int64)})] AS start,
           ${FIGURES}
    FROM ${eventsOf(scope)} GROUP BY start`;
  const rows = await store.query<RumPoint>(sql, { ...rumParams(scope), starts });
  return fillGaps(starts, rows, NOTHING);
}
