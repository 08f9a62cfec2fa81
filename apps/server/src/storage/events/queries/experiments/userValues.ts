import type { GoalCondition, Metric, MetricType } from "@marquee/contract";
import { createBindings } from "../questions/bindings.ts";
import { goalHits, IS_IN_RANGE } from "../questions/goalHits.ts";
import { OF_VISITORS } from "./exposures.ts";

type Counted = Pick<Metric, "event" | "path" | "type" | "property" | "condition">;

/** Larger numbers are not real values, and the sum of their squares would overflow. */
const LARGEST_VALUE = "1e100";

/** Events that a metric counts, as `at` and `value`. Needs the parameters of {@link metricParams}. */
export function countedEvents({ event, path, type, condition }: Counted): string {
  if (condition) return conversionsOf(condition).sql;
  const trimmed = "trim(TRAILING '/' FROM path)";
  const conditions = [
    event === "" ? "type = 'page'" : "type = 'track' AND event = {event:String}",
    ...(path.endsWith("*") ? ["startsWith(path, {path:String})"] : []),
    ...(path !== "" && !path.endsWith("*") ? [`${trimmed} = trim(TRAILING '/' FROM {path:String})`] : []),
    ...(type === "mean" ? [IS_NUMBER, `abs(value) < ${LARGEST_VALUE}`] : []),
  ];
  const value = type === "mean" ? "JSONExtractFloat(properties, {property:String})" : "1.";
  return `(
    SELECT visitor_id, timestamp AS at, ${value} AS value FROM events_unique
    WHERE ${OF_VISITORS} AND ${conditions.join(" AND ")}
  )`;
}

/** Sessions that experiments do not count (`OF_VISITORS`). A session is a known customer's if any of its events is. */
const NOT_COUNTED = `(
  SELECT session_id, visitor_id FROM events WHERE (audience = 'customer' OR demo = 1) AND ${IS_IN_RANGE})`;

/** Conversions of a goal, shaped like {@link countedEvents}. They count in visits, as on every screen. */
function conversionsOf(condition: GoalCondition): { sql: string; params: Record<string, unknown> } {
  const bindings = createBindings({}, "goal");
  const sql = `(
    SELECT visitor_id, at, 1. AS value FROM (${goalHits({ condition }, bindings)})
    WHERE visitor_id != '' AND (session_id, visitor_id) NOT IN ${NOT_COUNTED})`;
  return { sql, params: bindings.params };
}

const IS_NUMBER = "toString(JSONType(properties, {property:String})) IN ('Int64', 'UInt64', 'Double')";

/** Whether an event happened at or after the visitor's first exposure; false for visitors without events. */
const COUNTS = "counted.at >= exposed.first_at";

/** Aggregates a visitor's events to one value, by metric type. */
const VALUES: Record<MetricType, string> = {
  conversion: `toFloat64(countIf(${COUNTS}) > 0)`,
  count: `toFloat64(countIf(${COUNTS}))`,
  mean: `avgIf(counted.value, ${COUNTS})`,
};

/**
 * Visitors with their value of the metric as `user_value`. For a mean, visitors without a value are left out, because their value is not 0.
 * Needs the parameters of {@link metricParams} and those of `visitors`.
 * @param visitors a subquery with the columns of `exposures`; those who saw several variations are left out.
 */
export function userValues(metric: Counted, visitors: string): string {
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

export function metricParams({ event, path, property, condition }: Counted): Record<string, unknown> {
  if (condition) return conversionsOf(condition).params;
  return { event, path: path.replace(/\*$/, ""), property };
}
