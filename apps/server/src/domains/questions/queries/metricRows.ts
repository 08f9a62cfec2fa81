import type { MetricName } from "@marquee/contract";

export interface Formula {
  /** What the parts of a statement must count. */
  counts: readonly string[];
  /** On their sums. */
  sql: string;
}

interface MetricRow {
  formula: Formula;
  /** With imported days, which don't have everything: what they lack is left out of the divisor. */
  withImports?: Formula;
  /** Where a page stands for the visits that began there. */
  ofEntries?: Formula;
  /** What it is about, which decides with what it may be asked (`checkMetrics`); anything without. */
  of?: "visits" | "pages" | "exit pages" | "goals" | "leads";
  /** Whether a statement answers it for one range only: it divides by a total of the range, or reads what is stored by time. */
  isOfOneRange?: true;
}

const count = (name: string): Formula => ({ counts: [name], sql: `toFloat64(${name})` });
const quotient = (of: string, by: string, { factor = 1, digits = 2, counts = [of, by] } = {}): Formula => ({
  counts,
  sql: `if(${by} = 0, NULL, round(${of} * ${factor} / ${by}, ${digits}))`,
});
const SECONDS = { factor: 0.001, digits: 0 };
const PERCENT = { factor: 100 };

/** @param gap count of imported days that lack what is divided. */
const withoutGap = (of: string, by: string, gap: string, given = {}): Formula =>
  quotient(of, `(${by} - ${gap})`, { ...given, counts: [of, by, gap] });

/** How each metric is computed; docs/questions.md says the same in words. */
export const METRIC_ROWS: Readonly<Record<MetricName, MetricRow>> = {
  visitors: { formula: count("visitors") },
  visits: { formula: count("visits") },
  pageviews: { formula: count("pageviews") },
  events: { formula: count("events"), isOfOneRange: true },
  views_per_visit: {
    formula: quotient("views_of_visits", "visits"),
    withImports: withoutGap("views_of_visits", "visits", "visits_without_views"),
    of: "visits",
  },
  bounce_rate: {
    formula: quotient("bounces", "visits", PERCENT),
    withImports: withoutGap("bounces", "visits", "visits_without_bounces", PERCENT),
    ofEntries: withoutGap("entry_bounces", "entries", "visits_without_bounces", PERCENT),
    of: "visits",
  },
  visit_duration: {
    formula: quotient("duration", "visits", SECONDS),
    withImports: withoutGap("duration", "visits", "visits_without_duration", SECONDS),
    ofEntries: withoutGap("entry_duration", "entries", "visits_without_duration", SECONDS),
    of: "visits",
  },
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
  time_on_page: { formula: quotient("page_time", "page_visits", SECONDS), of: "pages" },
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
  leads: { formula: count("leads"), of: "leads" },
  lead_rate: {
    formula: quotient("consented_leads", "visitors", PERCENT),
    withImports: withoutGap("consented_leads", "visitors", "imported_visitors", PERCENT),
  },
  meetings: { formula: count("meetings"), of: "leads" },
  won_leads: { formula: count("won_leads"), of: "leads" },
  // Cents, because sums of fractions depend on their order.
  won_value: { formula: { counts: ["won_cents"], sql: "won_cents / 100" }, of: "leads" },
};

/** The metrics of a list that are about something. */
export const metricsOf = (metrics: readonly MetricName[], ...subjects: MetricRow["of"][]): MetricName[] =>
  metrics.filter((metric) => subjects.includes(METRIC_ROWS[metric].of));
