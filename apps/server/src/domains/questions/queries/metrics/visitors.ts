import { count, PERCENT, quotient, VISITOR } from "./formulas.ts";
import type { Count, Metric } from "./metric.types.ts";

export const VISITOR_METRICS = {
  visitors: { formula: count("visitors"), imported: ["visitors"] },
  percentage: {
    formula: quotient("visitors", "total", { ...PERCENT, counts: ["visitors"] }),
    isOfOneRange: true,
  },
  conversion_rate: {
    formula: quotient("visitors", "total_visitors", { ...PERCENT, counts: ["visitors"] }),
    of: "goals",
    isOfOneRange: true,
  },
  group_conversion_rate: {
    formula: quotient("row_visitors", "group_visitors", {
      ...PERCENT,
      counts: ["row_visitors", "all_visitors"],
    }),
    of: "goals",
    isOfOneRange: true,
  },
} as const satisfies Record<string, Metric>;

export const VISITOR_COUNTS = {
  visitors: {
    on: {
      events: ({ isOfGoals, views }) =>
        isOfGoals ? `uniqExactIf(${VISITOR}, ${views()} > 0)` : `uniqExact(${VISITOR})`,
      "visits and views": `uniqExactIf(${VISITOR}, counted_views > 0)`,
      views: `uniqExact(${VISITOR})`,
    },
    onImported: "sum(stored.visitors)",
  },
  /** Those of a row of {@link VISITOR_COUNTS.all_visitors} who reached a goal. */
  row_visitors: { on: { events: ({ viewsInRow }) => `uniqExactIf(${VISITOR}, ${viewsInRow()} > 0)` } },
  /** Visitors of the query without its goals. */
  all_visitors: { on: { everyone: "sum(everyone.visitors)" }, isHidden: true },
  imported_visitors: { on: {}, onImported: "sum(stored.visitors)", isHidden: true },
} as const satisfies Record<string, Count>;
