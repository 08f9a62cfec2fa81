import { type LeadOutcome, type Metric, type MetricType, readablePath } from "@marquee/contract";
import { UNIQUE_EVENTS } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import { createBindings } from "../../questions/queries/bindings.ts";
import { goalHits, IS_IN_RANGE, IS_IN_VISIT } from "../../questions/queries/goalHits.ts";
import { COUNTED_LEADS } from "../../questions/queries/leads/leadCounts.ts";
import { OF_VISITORS } from "./exposures.ts";

export type CountedMetric = Pick<
  Metric,
  "event" | "path" | "type" | "property" | "condition" | "worth" | "lead"
>;

/** Larger numbers are not real values, and the sum of their squares would overflow. */
const LARGEST_VALUE = "1e100";

/** Events that a metric counts, as `at` and `value`. Needs the parameters of {@link metricParams}. */
export function countedEvents(metric: CountedMetric): string {
  const { event, path, type, lead } = metric;
  if (lead) return leadsOf(lead);
  if (metric.condition) return conversionsOf(metric).sql;
  const hasNumber = type === "mean" || type === "value";
  const trimmed = "trim(TRAILING '/' FROM path)";
  const conditions = [
    event === "" ? "type = 'page'" : "type = 'track' AND event = {event:String}",
    ...(path.endsWith("*") ? ["startsWith(path, {path:String})"] : []),
    ...(path !== "" && !path.endsWith("*") ? [`${trimmed} = trim(TRAILING '/' FROM {path:String})`] : []),
    ...(hasNumber ? [IS_NUMBER, `abs(value) < ${LARGEST_VALUE}`] : []),
  ];
  const value = hasNumber ? "JSONExtractFloat(properties, {property:String})" : "1.";
  return `(
    SELECT visitor_id, timestamp AS at, ${value} AS value FROM ${UNIQUE_EVENTS}
    WHERE ${OF_VISITORS} AND ${conditions.join(" AND ")}
  )`;
}

/** Sessions that experiments do not count (`OF_VISITORS`). A session is a known customer's if any of its events is. */
const NOT_COUNTED = `(
  SELECT session_id, visitor_id FROM events WHERE (audience = 'customer' OR demo != {demo:UInt8}) AND ${IS_IN_RANGE})`;

/** Conversions of a goal, shaped like {@link countedEvents}. They count within visits, as on every screen. */
function conversionsOf({ condition, type, worth = 0 }: CountedMetric) {
  const bindings = createBindings({}, "goal");
  if (!condition) return { sql: "", params: bindings.params };
  const value = type === "value" ? bindings.bind(worth, "Float64") : "1.";
  const sql = `(
    SELECT visitor_id, at, ${value} AS value FROM (${goalHits({ condition }, bindings)})
    WHERE visitor_id != '' AND ${IS_IN_VISIT} AND (session_id, visitor_id) NOT IN ${NOT_COUNTED})`;
  return { sql, params: bindings.params };
}

/** Leads with consent, shaped like {@link countedEvents}. They count when they were sent, as on every screen. */
function leadsOf(lead: LeadOutcome): string {
  return `(
    SELECT visitor_id, timestamp AS at, ${lead === "won_value" ? "toFloat64(value)" : "1."} AS value ${COUNTED_LEADS}
      ${lead === "leads" ? "" : "AND status = 'won'"} AND consented = 1 AND audience != 'customer' AND visitor_id != ''
      AND (session_id, visitor_id) NOT IN ${NOT_COUNTED})`;
}

const IS_NUMBER = "toString(JSONType(properties, {property:String})) IN ('Int64', 'UInt64', 'Double')";

/** Whether an event happened at or after the visitor's first exposure; false for visitors without events. */
const COUNTS = "counted.at >= exposed.first_at";

/** Aggregates a visitor's events to one value, by metric type. */
const VALUES: Record<MetricType, string> = {
  conversion: `toFloat64(countIf(${COUNTS}) > 0)`,
  count: `toFloat64(countIf(${COUNTS}))`,
  mean: `avgIf(counted.value, ${COUNTS})`,
  value: `sumIf(counted.value, ${COUNTS})`,
};

/**
 * Visitors with their value of the metric as `user_value`. For a mean, visitors without a value are left out, because their value is not 0.
 * Needs the parameters of {@link metricParams} and those of `visitors`.
 * @param visitors a subquery with the columns of `exposures`; those who saw several variations are left out.
 */
export function userValues(metric: CountedMetric, visitors: string): string {
  return `(
    SELECT exposed.visitor_id, any(exposed.variation) AS variation, any(exposed.split) AS split,
           ${VALUES[metric.type]} AS user_value
    FROM ${visitors} AS exposed
    LEFT JOIN ${countedEvents(metric)} AS counted ON counted.visitor_id = exposed.visitor_id
    WHERE exposed.seen = 1
    GROUP BY exposed.visitor_id
    ${metric.type === "mean" ? `HAVING countIf(${COUNTS}) > 0` : ""}
  )`;
}

export function metricParams(metric: CountedMetric): Record<string, unknown> {
  const { event, path, property, condition, lead } = metric;
  if (lead) return {};
  if (condition) return conversionsOf(metric).params;
  return { event, path: readablePath(path.replace(/\*$/, "")), property };
}
