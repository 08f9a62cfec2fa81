import { NOT_FOUND_PAGE } from "@marquee/contract";
import { IS_NEW } from "./reconciled.ts";
import { uniqueEvents } from "./uniqueEvents.ts";

type Dimension = "all" | "path" | "source";

export const QUARTER = "toStartOfFifteenMinutes(timestamp)";
/** Condition for events that are page views of people. */
export const IS_PAGE_VIEW = "type = 'page' AND bot = ''";

const VALUES: Record<Dimension, string> = { all: "''", path: "path", source: "toString(source)" };

/** The path of a 404 page leads nowhere, so it does not rank among the pages. It is a page view otherwise. */
const IS_RANKED: Record<Dimension, string> = { all: "1", path: `name != '${NOT_FOUND_PAGE}'`, source: "1" };

/** Page views per quarter hour, value and audience. @param where condition on the events. */
const countPageViews = (dimension: Dimension, where: string) => `
  SELECT ${QUARTER} AS quarter, ${VALUES[dimension]} AS value, audience,
         uniqExactState(visitor_id) AS visitors, count() AS views
  ${uniqueEvents(`${IS_PAGE_VIEW} AND ${IS_RANKED[dimension]} AND ${where}`)}
  GROUP BY quarter, value, audience`;

/** The same for all dimensions, which are read at once. */
export const countAllPageViews = (where: string) => `
  SELECT counted.1 AS dimension, ${QUARTER} AS quarter, counted.2 AS value, audience,
         uniqExactState(visitor_id) AS visitors, count() AS views
  FROM (SELECT timestamp, name, path, source, audience, visitor_id ${uniqueEvents(`${IS_PAGE_VIEW} AND ${where}`)})
  ARRAY JOIN [${Object.entries(VALUES)
    .map(([dimension, value]) => `('${dimension}', ${value})`)
    .join(", ")}] AS counted
  WHERE ${Object.entries(IS_RANKED)
    .map(([dimension, isRanked]) => `(counted.1 = '${dimension}' AND ${isRanked})`)
    .join(" OR ")}
  GROUP BY dimension, quarter, value, audience`;

/** Quarter hours with events that the rollup does not contain. */
const NEW_QUARTERS = `(SELECT groupUniqArray(${QUARTER}) FROM events WHERE ${IS_PAGE_VIEW} AND ${IS_NEW})`;
const FIRST = "toStartOfFifteenMinutes(fromUnixTimestamp64Milli({from:Int64}))";
const LAST = "toStartOfFifteenMinutes(fromUnixTimestamp64Milli({to:Int64}))";
const IS_IN_RANGE = `quarter >= ${FIRST} AND quarter < fromUnixTimestamp64Milli({to:Int64})`;
const IS_WITHIN =
  "timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})";
/** Quarter hours that the range covers in part. The rollup cannot split them. */
const EDGES = `arrayFilter(edge -> toUnixTimestamp64Milli(toDateTime64(edge, 3)) NOT IN ({from:Int64}, {to:Int64}), [${FIRST}, ${LAST}])`;
const NO_ESTIMATE = "arrayReduce('uniqState', emptyArrayString())";

/**
 * FROM and WHERE clauses for page views by one dimension (`all`, `path` or `source`): quarter hours that are reconciled from the rollup, the others
 * from the events, as are those that the range covers only in part: one that ends now is compared with one that ends at the same minute. Bots are
 * left out, and known customers. Needs the parameters of `dateRangeParams`.
 */
export const pageViewsBy = (dimension: Dimension) => `
  FROM (
    SELECT quarter, value, audience, visitors, estimated_visitors, views FROM page_views
    WHERE dimension = '${dimension}' AND ${IS_IN_RANGE} AND quarter NOT IN ${NEW_QUARTERS} AND NOT has(${EDGES}, quarter)
      AND (quarter, version) IN (
        SELECT quarter, max(version) FROM page_views WHERE dimension = 'all' AND ${IS_IN_RANGE} GROUP BY quarter)
    UNION ALL
    SELECT quarter, value, audience, visitors, ${NO_ESTIMATE}, views FROM (
      ${countPageViews(dimension, `${IS_WITHIN} AND (${QUARTER} IN ${NEW_QUARTERS} OR has(${EDGES}, ${QUARTER}))`)})
  ) AS page_views
  WHERE audience != 'customer' AND views > 0
`;

/** Columns for unique visitors and their page views. */
export const VISITORS_AND_VIEWS = `
  toUInt32(uniqExactMerge(page_views.visitors) + uniqMerge(estimated_visitors)) AS visitors, toUInt32(sum(views)) AS pageViews`;
