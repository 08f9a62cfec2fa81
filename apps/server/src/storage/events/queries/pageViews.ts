/**
 * FROM and WHERE clauses for page views by one dimension (`all`, `path` or `source`), from the rollup. Bots are not in the rollup; known
 * customers are left out. Date ranges are read in whole quarter hours, on which hours and days start in every time zone. Needs the
 * parameters of `dateRangeParams`.
 */
export const pageViewsBy = (dimension: "all" | "path" | "source") => `
  FROM page_views
  WHERE dimension = '${dimension}'
    AND audience != 'customer'
    AND quarter >= toStartOfFifteenMinutes(fromUnixTimestamp64Milli({from:Int64}))
    AND quarter < fromUnixTimestamp64Milli({to:Int64})
`;

/** Columns for unique visitors and their page views. */
export const VISITORS_AND_VIEWS =
  "toUInt32(uniqMerge(page_views.visitors)) AS visitors, toUInt32(sum(views)) AS pageViews";
