import { count, quotient, SECONDS, VISIT } from "./formulas.ts";
import type { Count, Metric } from "./metric.types.ts";

export const PAGE_METRICS = {
  pageviews: { formula: count("pageviews"), imported: ["pageviews"] },
  time_on_page: {
    formula: quotient("page_time", "page_visits", SECONDS),
    imported: ["page_time", "page_visits"],
    of: "pages",
  },
  scroll_depth: {
    formula: quotient("scroll_depths", "scrolled_visits", { digits: 0 }),
    of: "pages",
    isOfOneRange: true,
  },
  exit_rate: {
    formula: {
      counts: ["exits", "exit_page_views"],
      // A visit that starts in the range may end on its page after it.
      sql: "if(exit_page_views = 0, NULL, round(exits * 100 / greatest(exits, exit_page_views), 2))",
    },
    of: "exit pages",
  },
} as const satisfies Record<string, Metric>;

export const PAGE_COUNTS = {
  pageviews: {
    on: {
      // A visit can have several conversions.
      events: ({ areConversions, viewsInRow }) =>
        areConversions ? `arraySum(groupUniqArray((${VISIT}, ${viewsInRow()})).2)` : "countIf(kind = 'page')",
      "visits and views": "sum(counted_views)",
      views: "count()",
    },
    onImported: "sum(stored.pageviews)",
  },
  page_time: {
    on: { views: "sum(spent)" },
    onImported: "sumIf(stored.page_time, stored.page_visits IS NOT NULL)",
  },
  page_visits: {
    on: { views: `uniqExact(${VISIT})` },
    onImported: "sumIf(stored.page_visits, stored.page_time IS NOT NULL)",
  },
  /** Visits measured here, like {@link PAGE_COUNTS.exit_page_views}, by their last page. */
  exits: { on: { "visits and views": "countIf(is_start)" } },
  exit_page_views: { on: { "exit pages": "count()" }, isHidden: true },
  scroll_depths: { on: { "scrolled visits": "sum(round(100 * deepest))" } },
  scrolled_visits: { on: { "scrolled visits": "count()" } },
} as const satisfies Record<string, Count>;
