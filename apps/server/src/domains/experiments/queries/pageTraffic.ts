import {
  MODERN_VERSIONS,
  readablePath,
  type ScreenClass,
  type TargetingAttribute,
  type TargetingCondition,
} from "@marquee/contract";
import { trimTrailingSlashes } from "../../../platform/http/trimTrailingSlashes.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import {
  dateRangeParams,
  type Span,
  textList,
  textListParam,
} from "../../../platform/storage/events/queries/sqlParts.ts";
import { UNIQUE_EVENTS } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import { OF_VISITORS } from "./exposures.ts";
import { SUMS, type Totals } from "./metricTotals.ts";
import { type CountedMetric, metricParams, userValues } from "./userValues.ts";

/** Visitors of some pages, and the totals of a metric from their first view on. */
interface PageTraffic extends Totals {
  /** All of them; `users` are those with a value of the metric. */
  visitors: number;
  /** Time of the first view in milliseconds since the epoch; null without visitors. */
  since: number | null;
}

interface PageTrafficOptions {
  /** Paths of the pages; empty for all pages. */
  paths: readonly string[];
  /** Hosts of these pages; empty for all. */
  hosts: readonly string[];
  targeting: readonly TargetingCondition[];
  metric: CountedMetric;
}

const property = (name: string) => `JSONExtractString(properties, '${name}')`;
/** A version as in `MODERN_VERSIONS`: 16.4 is 16.04. */
const versionOf = (name: string) => {
  const part = (index: number) => `toFloat64OrZero(splitByChar('.', ${property(name)})[${index}])`;
  return `${part(1)} + ${part(2)} / 100`;
};
const { iOS, ...BROWSERS } = MODERN_VERSIONS;
const MODERN_CASES = Object.entries(BROWSERS).map(
  ([name, first]) => `${property("browser")} = '${name}', ${versionOf("browserVersion")} >= ${first},`,
);
/** Null for an unknown browser. */
const IS_MODERN = `multiIf(
  ${property("operatingSystem")} = 'iOS', ${versionOf("operatingSystemVersion")} >= ${iOS},
  ${MODERN_CASES.join("\n  ")}
  NULL)`;
/** Whether the screen is of such a size, because events lack the window's width. */
const isSize = (...classes: ScreenClass[]) =>
  `multiIf(screen_class = '', '', screen_class IN ('${classes.join("', '")}'), 'true', 'false')`;

/** A visitor's attribute at the time of a page view, as text; empty if it is unknown. */
const ATTRIBUTE_COLUMNS: Record<TargetingAttribute, string> = {
  department: property("department"),
  id: "visitor_id",
  user_id: "user_id",
  country: "toString(country)",
  locale: "toString(locale)",
  device: "if(device IN ('mobile', 'tablet'), 'mobile', 'desktop')",
  audience: "toString(audience)",
  isPhoneSize: isSize("<500", "500-599"),
  isTabletSize: isSize("600-799", "800-1199"),
  isDesktopSize: isSize("1200-1599", "1600+"),
  browser: property("browser"),
  isModernBrowser: `multiIf(${IS_MODERN}, 'true', NOT ${IS_MODERN}, 'false', '')`,
  url: `cutFragment(if(${property("actual_url")} != '', ${property("actual_url")}, url))`,
  pathName: `if(${property("actual_path")} != '', ${property("actual_path")}, path)`,
  referrer: "referrer",
  utm_source: "toString(last_source)",
  utm_medium: "toString(last_medium)",
  utm_campaign: "toString(last_campaign)",
};

/** Visitors of pages, before an experiment runs on them. */
export async function queryPageTraffic(
  store: Pick<EventStore, "query">,
  span: Span,
  { paths, hosts, targeting, metric }: PageTrafficOptions,
): Promise<PageTraffic> {
  const viewers = pageViewers({ paths, hosts, targeting });
  const sql = `
    SELECT toUInt32(count()) AS visitors, toUnixTimestamp64Milli(min(first_at)) AS since FROM ${viewers}`;
  const valued = `SELECT ${SUMS} FROM ${userValues(metric, viewers)}`;
  const conditions = targeting.map(({ values }, index) => [`targeting${index}`, textListParam(values)]);
  const params = {
    ...dateRangeParams(span),
    demo: 0,
    ...metricParams(metric),
    paths: textListParam(paths.map((path) => trimTrailingSlashes(readablePath(path)))),
    hosts: textListParam(hosts),
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
function pageViewers({ paths, hosts, targeting }: Omit<PageTrafficOptions, "metric">): string {
  const conditions = [
    "type = 'page'",
    OF_VISITORS,
    ...(paths.length > 0 ? [`trim(TRAILING '/' FROM path) IN ${textList("paths")}`] : []),
    ...(hosts.length > 0 ? [`host IN ${textList("hosts")}`] : []),
    ...targeting.map(toSql),
  ];
  return `(
    SELECT visitor_id, min(timestamp) AS first_at, 1 AS seen, '' AS variation, '' AS split
    FROM ${UNIQUE_EVENTS} WHERE ${conditions.join(" AND ")}
    GROUP BY visitor_id
  )`;
}

/** A targeting condition on the attributes at the time of the view. */
function toSql({ attribute, operator }: TargetingCondition, index: number): string {
  const column = ATTRIBUTE_COLUMNS[attribute];
  const list = textList(`targeting${index}`);
  if (operator === "contains")
    return `arrayExists(part -> positionCaseInsensitiveUTF8(${column}, part) > 0, ${list})`;
  return operator === "in" ? `${column} IN ${list}` : `${column} != '' AND ${column} NOT IN ${list}`;
}
