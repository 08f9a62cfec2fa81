import type { Metric, TargetingAttribute, TargetingCondition } from "@marquee/contract";
import { trimTrailingSlashes } from "../../../../http/trimTrailingSlashes.ts";
import type { EventStore } from "../../eventStore.ts";
import { dateRangeParams, type Span, textList, textListParam } from "../sqlParts.ts";
import { OF_VISITORS } from "./exposures.ts";
import { SUMS, type Totals } from "./metricTotals.ts";
import { metricParams, userValues } from "./userValues.ts";

/** Visitors of some pages, and the totals of a metric that they reach from their first view on. */
interface PageTraffic extends Totals {
  /** All of them; `users` are those with a value of the metric. */
  visitors: number;
  /** Time of the first view in milliseconds since the epoch; null without visitors. */
  since: number | null;
}

interface PageTrafficOptions {
  /** Paths of the pages; empty for all pages. */
  paths: readonly string[];
  targeting: readonly TargetingCondition[];
  metric: Pick<Metric, "event" | "path" | "type" | "property">;
}

const ATTRIBUTE_COLUMNS: Record<TargetingAttribute, string> = {
  id: "visitor_id",
  country: "toString(country)",
  locale: "toString(locale)",
  device: "toString(device)",
  audience: "toString(audience)",
  utm_source: "toString(last_source)",
  utm_medium: "toString(last_medium)",
  utm_campaign: "toString(last_campaign)",
};

/** Visitors of pages, before an experiment runs on them. */
export async function queryPageTraffic(
  store: Pick<EventStore, "query">,
  span: Span,
  { paths, targeting, metric }: PageTrafficOptions,
): Promise<PageTraffic> {
  const viewers = pageViewers(paths, targeting);
  const sql = `
    SELECT toUInt32(count()) AS visitors, toUnixTimestamp64Milli(min(first_at)) AS since FROM ${viewers}`;
  const valued = `SELECT ${SUMS} FROM ${userValues(metric, viewers)}`;
  const conditions = targeting.map(({ values }, index) => [`targeting${index}`, textListParam(values)]);
  const params = {
    ...dateRangeParams(span),
    ...metricParams(metric),
    paths: textListParam(paths.map(trimTrailingSlashes)),
    ...Object.fromEntries(conditions),
  };
  const [[counted], [totals]] = await Promise.all([
    store.query<{ visitors: number; since: number | string }>(sql, params),
    store.query<Totals>(valued, params),
  ]);
  const visitors = counted?.visitors ?? 0;
  return {
    ...(totals ?? { users: 0, sum: 0, sumOfSquares: 0 }),
    visitors,
    since: visitors === 0 ? null : Number(counted?.since),
  };
}

/** Visitors who saw one of the pages, shaped like `exposures`. */
function pageViewers(paths: readonly string[], targeting: readonly TargetingCondition[]): string {
  const conditions = [
    "type = 'page'",
    OF_VISITORS,
    ...(paths.length > 0 ? [`trim(TRAILING '/' FROM path) IN ${textList("paths")}`] : []),
    ...targeting.map(toSql),
  ];
  return `(
    SELECT visitor_id, min(timestamp) AS first_at, 1 AS seen, '' AS variation, '' AS split
    FROM events_unique WHERE ${conditions.join(" AND ")}
    GROUP BY visitor_id
  )`;
}

/** A targeting condition on the attributes at the time of the view. */
function toSql({ attribute, operator }: TargetingCondition, index: number): string {
  const column = ATTRIBUTE_COLUMNS[attribute];
  const list = textList(`targeting${index}`);
  if (operator === "contains")
    return `arrayExists(part -> positionCaseInsensitiveUTF8(${column}, part) > 0, ${list})`;
  return `${column} ${operator === "in" ? "IN" : "NOT IN"} ${list}`;
}
