import type { MetricName } from "@marquee/contract";
import { count } from "./formulas.ts";
import { LEAD_COUNTS, LEAD_METRICS } from "./leads.ts";
import type { Count, Metric } from "./metric.types.ts";
import { PAGE_COUNTS, PAGE_METRICS } from "./pages.ts";
import { VISITOR_COUNTS, VISITOR_METRICS } from "./visitors.ts";
import { VISIT_COUNTS, VISIT_METRICS } from "./visits.ts";

/** How each metric is computed; docs/questions.md has it in words. */
export const METRIC_ROWS: Readonly<Record<MetricName, Metric>> = {
  ...VISITOR_METRICS,
  ...VISIT_METRICS,
  ...PAGE_METRICS,
  ...LEAD_METRICS,
  events: { formula: count("events"), imported: ["events"], isOfOneRange: true },
};

/**
 * Counts that metrics are computed from, by name. A part of a statement counts some of them and has zeros for the
 * others.
 */
export const COUNTS: Readonly<Record<string, Count>> = {
  ...VISITOR_COUNTS,
  ...VISIT_COUNTS,
  ...PAGE_COUNTS,
  ...LEAD_COUNTS,
  events: { on: { events: "count()" }, onImported: "sum(stored.events)" },
};

/** The metrics of a list with this subject. */
export const metricsOf = (metrics: readonly MetricName[], ...subjects: Metric["of"][]): MetricName[] =>
  metrics.filter((metric) => subjects.includes(METRIC_ROWS[metric].of));
