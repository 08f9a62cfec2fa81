/**
 * Page views of people by one dimension (`all`, `path` or `source`), from the rollup. Recognised customers come anyway and are left out. Spans are read in whole quarters of an hour, in which
 * the hours and days of every time zone begin. Needs the parameters of `spanParams`.
 */
export const pageViewsBy = (dimension: "all" | "path" | "source") => `
  FROM page_views
  WHERE dimension = '${dimension}'
    AND audience != 'customer'
    AND quarter >= toStartOfFifteenMinutes(fromUnixTimestamp64Milli({from:Int64}))
    AND quarter < fromUnixTimestamp64Milli({to:Int64})
`;

/** Different visitors and their page views. */
export const VISITORS_AND_VIEWS =
  "toUInt32(uniqMerge(page_views.visitors)) AS visitors, toUInt32(sum(views)) AS pageViews";
