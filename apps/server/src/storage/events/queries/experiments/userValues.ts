import type { Metric, MetricType } from "@marquee/contract";
import type { SegmentDimension } from "@marquee/contract/schema";
import { exposures, OF_VISITORS } from "./exposures.ts";

type Counted = Pick<Metric, "event" | "path" | "type" | "property">;

/** Numbers beyond it are nobody's; their squares could not be added up. */
const LARGEST_VALUE = "1e100";

/** Events that a metric counts, as `at` and `value`. Needs the parameters of {@link metricParams}. */
export function countedEvents({ event, path, type }: Counted): string {
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

const IS_NUMBER = "toString(JSONType(properties, {property:String})) IN ('Int64', 'UInt64', 'Double')";

/** Whether an event came at or after the visitor first saw the experiment; one that is not there did not. */
const COUNTS = "counted.at >= exposed.first_at";

/** Aggregates of a visitor's events. */
const VALUES: Record<MetricType, string> = {
  conversion: `toFloat64(countIf(${COUNTS}) > 0)`,
  count: `toFloat64(countIf(${COUNTS}))`,
  mean: `avgIf(counted.value, ${COUNTS})`,
};

/**
 * Each visitor who saw one variation, with what the metric makes of them as `user_value`. Of a mean, those without any value are left
 * out: they are not 0. Needs the parameters of `phaseParams` and {@link metricParams}.
 */
export function userValues(metric: Counted, split?: SegmentDimension): string {
  return `(
    SELECT exposed.visitor_id, any(exposed.variation) AS variation, any(exposed.split) AS split,
           ${VALUES[metric.type]} AS user_value
    FROM ${exposures(split)} AS exposed
    LEFT JOIN ${countedEvents(metric)} AS counted ON counted.visitor_id = exposed.visitor_id
    WHERE exposed.seen = 1
    GROUP BY exposed.visitor_id
    ${metric.type === "mean" ? `HAVING countIf(${COUNTS}) > 0` : ""}
  )`;
}

export function metricParams({ event, path, property }: Counted): Record<string, unknown> {
  return { event, path: path.replace(/\*$/, ""), property };
}
