import type { Vital } from "@marquee/contract";
import type { RumMetrics } from "@marquee/contract/schema";
import { formatCount } from "../../shared/format/format.ts";
import { formatTime, vitalFormat } from "../../shared/vitals/vitals.tsx";

interface FigureKind {
  name: string;
  /** The divisor: "per view". */
  per?: string;
  /** A precise definition of the metric. */
  counts: string;
  color: "leaf" | "clay" | "sky";
  value: (figures: RumMetrics) => number | null;
  format: (value: number) => string;
  /** Text below the value if it is not a web vital. */
  note: (figures: RumMetrics) => string;
  /** The web vital whose thresholds apply. */
  vital?: Vital;
}

const tenths = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const perView = (count: number, { views }: RumMetrics, times = 1) =>
  views === 0 ? null : (count / views) * times;
const average = (value: number) => tenths.format(value);
const P75 = "75% of views were at least this good.";

/** The metrics, in display order. */
const FIGURES = {
  sessions: {
    name: "Sessions",
    counts: "Unique sessions that reported a view, an error or a long task.",
    color: "leaf",
    value: ({ sessions }) => sessions,
    format: formatCount,
    note: ({ views, sessions }) =>
      sessions === 0 ? "" : `${average(views / sessions)} ${views === sessions ? "view" : "views"} each`,
  },
  views: {
    name: "Views",
    counts: "Page loads and route changes.",
    color: "leaf",
    value: ({ views }) => views,
    format: formatCount,
    note: () => "pages and routes",
  },
  errors: {
    name: "Errors",
    per: "per 100 views",
    counts: "Uncaught errors, reported errors, and errors logged to the browser's console.",
    color: "clay",
    value: (figures) => perView(figures.errors, figures, 100),
    format: average,
    note: () => "per 100 views",
  },
  loading: {
    name: "Loading time",
    counts: `From the start of a view until network and DOM activity settles. ${P75}`,
    color: "sky",
    value: ({ loading }) => loading,
    format: formatTime,
    note: () => "75th percentile",
  },
  lcp: vitalKind("lcp", "LCP", "Time until the largest element was visible."),
  inp: vitalKind("inp", "INP", "Time until the page responded visibly to a click, tap or key."),
  cls: vitalKind("cls", "CLS", "How much the layout moved unexpectedly. No unit."),
  longTasks: {
    name: "Long tasks",
    per: "per view",
    counts: "Tasks longer than 50 ms, which block the page.",
    color: "clay",
    value: (figures) => perView(figures.longTasks, figures),
    format: average,
    note: () => "per view",
  },
} as const satisfies Record<string, FigureKind>;

export type MetricName = keyof typeof FIGURES;
export const METRIC_NAMES = Object.keys(FIGURES) as MetricName[];
export const metricKind = (name: MetricName): FigureKind => FIGURES[name];

/** The metric in the URL, or errors by default. */
export function readMetric(value: string): MetricName {
  return METRIC_NAMES.find((name) => name === value) ?? "errors";
}

function vitalKind(vital: "lcp" | "inp" | "cls", name: string, measures: string): FigureKind {
  return {
    name,
    counts: `${measures} ${P75}`,
    color: "sky",
    vital,
    value: (figures) => figures[vital],
    format: vitalFormat(vital),
    note: () => "not measured",
  };
}
