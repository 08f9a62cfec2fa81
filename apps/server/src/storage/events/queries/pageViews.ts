import { IS_NEW } from "./reconciled.ts";
import { uniqueEvents } from "./uniqueEvents.ts";

type Dimension = "all" | "path" | "source";

export const QUARTER = "toStartOfFifteenMinutes(timestamp)";
/** Condition for events that are page views of people. */
export const IS_PAGE_VIEW = "type = 'page' AND bot = ''";

const VALUES: Record<Dimension, string> = { all: "''", path: "path", source: "toString(source)" };

/** Page views per quarter hour, value and audience. @param where condition on the events. */
const countPageViews = (dimension: Dimension, where: string) => `
  SELECT ${QUARTER} AS quarter, ${VALUES[dimension]} AS value, audience,
         uniqExactState(visitor_id) AS visitors, count() AS views
  ${uniqueEvents(`${IS_PAGE_VIEW} AND ${where}`)}
  GROUP BY quarter, value, audience`;

/** The same for all dimensions, which are read at once. */
export const countAllPageViews = (where: string) => `
  SELECT counted.1 AS dimension, ${QUARTER} AS quarter, counted.2 AS value, audience,
         uniqExactState(visitor_id) AS visitors, count() AS views
  FROM (SELECT timestamp, path, source, audience, visitor_id ${uniqueEvents(`${IS_PAGE_VIEW} AND ${where}`)})
  ARRAY JOIN [${Object.entries(VALUES)
    .map(([dimension, value]) => `('${dimension}', ${value})`)
    .join(", ")}] AS counted
  GROUP BY dimension, quarter, value, audience`;

/** Quarter hours with events that the rollup does not contain. */
const NEW_QUARTERS = `(SELECT groupUniqArray(${QUARTER}) FROM events WHERE ${IS_PAGE_VIEW} AND ${IS_NEW})`;
const FIRST = "toStartOfFifteenMinutes(fromUnixTimestamp64Milli({from:Int64}))";
const IS_IN_RANGE = `quarter >= ${FIRST} AND quarter < fromUnixTimestamp64Milli({to:Int64})`;
const NO_ESTIMATE = "arrayReduce('uniqState', emptyArrayString())";

/**
 * FROM and WHERE clauses for page views by one dimension (`all`, `path` or `source`): quarter hours that are reconciled from the rollup, the others
 * from the events. Bots are left out, and known customers. Date ranges are read in whole quarter hours, on which hours and days start in every time
 * zone. Needs the parameters of `dateRangeParams`.
 */
export const pageViewsBy = (dimension: Dimension) => `
  FROM (
    SELECT quarter, value, audience, visitors, estimated_visitors, views FROM page_views
    WHERE dimension = '${dimension}' AND ${IS_IN_RANGE} AND quarter NOT IN ${NEW_QUARTERS}
      AND (quarter, version) IN (
        SELECT quarter, max(version) FROM page_views WHERE dimension = 'all' AND ${IS_IN_RANGE} GROUP BY quarter)
    UNION ALL
    SELECT quarter, value, audience, visitors, ${NO_ESTIMATE}, views FROM (
      ${countPageViews(dimension, `timestamp >= ${FIRST} AND ${QUARTER} < fromUnixTimestamp64Milli({to:Int64}) AND ${QUARTER} IN ${NEW_QUARTERS}`)})
  ) AS page_views
  WHERE audience != 'customer' AND views > 0
`;

/** Columns for unique visitors and their page views. */
export const VISITORS_AND_VIEWS = `
  toUInt32(uniqExactMerge(page_views.visitors) + uniqMerge(estimated_visitors)) AS visitors, toUInt32(sum(views)) AS pageViews`;
