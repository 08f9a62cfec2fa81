/** Unit of a metric's value: a whole number, an average of counts, a percentage from 0 to 100, whole seconds, or an amount in the currency of leads. */
export type MetricUnit = "count" | "ratio" | "percent" | "seconds" | "money";

interface MetricDefinition {
  title: string;
  /** How it is computed, in one or two sentences; shown next to the figure. */
  definition: string;
  unit: MetricUnit;
  /** The desirable direction; missing if neither is. */
  better?: "up" | "down";
}

/**
 * Every metric of a query. Names up to `exit_rate` are those of Plausible's Stats API v2, with its units; the others are ours. docs/questions.md has
 * the formulas.
 */
export const METRICS = {
  visitors: {
    title: "Visitors",
    definition: "Unique visitors with a page view in the date range. Someone who comes back counts once.",
    unit: "count",
    better: "up",
  },
  visits: {
    title: "Visits",
    definition: "Visits that started in the date range. A visit ends after 30 minutes without activity.",
    unit: "count",
    better: "up",
  },
  pageviews: {
    title: "Page views",
    definition: "Pages that visitors viewed in the date range, each view counted.",
    unit: "count",
    better: "up",
  },
  views_per_visit: {
    title: "Views per visit",
    definition:
      "Page views of the visits that started in the date range, divided by the number of those visits.",
    unit: "ratio",
    better: "up",
  },
  bounce_rate: {
    title: "Bounce rate",
    definition: "Share of visits with a single page view.",
    unit: "percent",
    better: "down",
  },
  visit_duration: {
    title: "Visit duration",
    definition: "Average time from a visit's first event to its last one.",
    unit: "seconds",
    better: "up",
  },
  events: {
    title: "Events",
    definition: "Page views and tracked events in the date range. With a goal, the number of conversions.",
    unit: "count",
  },
  percentage: {
    title: "Share of visitors",
    definition: "Visitors of the row, divided by all visitors that match the filters.",
    unit: "percent",
  },
  conversion_rate: {
    title: "Conversion rate",
    definition: "Visitors who reached the goal, divided by all visitors that match the other filters.",
    unit: "percent",
    better: "up",
  },
  group_conversion_rate: {
    title: "Conversion rate of the row",
    definition: "Visitors of the row who reached the goal, divided by all visitors of the row.",
    unit: "percent",
    better: "up",
  },
  time_on_page: {
    title: "Time on page",
    definition:
      "Average time on the page per visit: from each view of it to the next page view, or to the last event of the visit.",
    unit: "seconds",
    better: "up",
  },
  scroll_depth: {
    title: "Scroll depth",
    definition:
      "How far down visits scrolled on the page, in percent of its height, on average. Only visits whose scrolling was recorded count.",
    unit: "percent",
    better: "up",
  },
  exit_rate: {
    title: "Exit rate",
    definition: "Visits that ended on the page, divided by the page's views.",
    unit: "percent",
    better: "down",
  },
  leads: {
    title: "Leads",
    definition: "Contact and sign-up forms that are not spam, with and without consent to analytics.",
    unit: "count",
    better: "up",
  },
  lead_rate: {
    title: "Leads per visitor",
    definition:
      "Leads from visitors who consented to analytics, divided by visitors, all of whom consented. Leads without consent are left out, because the visitors they would have to be compared with are not measured.",
    unit: "percent",
    better: "up",
  },
  meetings: {
    title: "Meetings",
    definition: "Leads with a meeting that is booked and not canceled, on the day that the lead was sent.",
    unit: "count",
    better: "up",
  },
  won_leads: {
    title: "Won leads",
    definition: "Leads with the status Won, on the day that the lead was sent.",
    unit: "count",
    better: "up",
  },
  won_value: {
    title: "Won value",
    definition: "Sum of the values of won leads, on the day that the lead was sent.",
    unit: "money",
    better: "up",
  },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;

export const METRIC_NAMES = Object.keys(METRICS) as readonly MetricName[];

/** Whether a metric is zero where nothing happened. A rate or an average is undefined there. */
export function isSum(metric: MetricName): boolean {
  const { unit } = METRICS[metric];
  return unit === "count" || unit === "money";
}

/** Metrics of the Stats API that this server rejects with 400, with the reason. */
export const UNSUPPORTED_METRICS = {
  average_revenue: "Goals have a value without a currency.",
  total_revenue: "Goals have a value without a currency.",
} as const;
