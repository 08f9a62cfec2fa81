import {
  formatMetric,
  IMPORT_SYSTEMS,
  type ImportedRange,
  instantAt,
  isSum,
  METRICS,
  type MetricName,
  ONE_DAY,
  type QueryResponse,
  type Timestamp,
  usualInterval,
} from "@marquee/contract";
import { daysOf } from "../address/range.ts";
import type { Scope } from "../address/scope.ts";
import { siteTime } from "../format/siteTime.ts";
import {
  type ChartData,
  type ChartInterval,
  COUNTS,
  type HatchedIntervals,
  type Line,
  valueScale,
} from "./chartData.ts";

/** Minimum and maximum length of a range, in days, for which an interval is offered. */
const OFFERED: Record<ChartInterval, readonly [from: number, to: number]> = {
  hour: [1, 7],
  day: [2, 800],
  week: [14, Number.POSITIVE_INFINITY],
  month: [60, Number.POSITIVE_INFINITY],
};

interface IntervalChoice {
  interval: ChartInterval;
  /** In ascending order. */
  choices: readonly ChartInterval[];
}

/** The interval of the chart: the requested one if the range offers it, otherwise the default for the range's length. */
export function chooseInterval(range: Scope["range"], wanted: string, now: Timestamp): IntervalChoice {
  const days = daysOf(range, now);
  const length = days ? Math.round((days[1] - days[0]) / 86_400_000) + 1 : Number.POSITIVE_INFINITY;
  const choices = (Object.keys(OFFERED) as ChartInterval[]).filter(
    (interval) => length >= OFFERED[interval][0] && length <= OFFERED[interval][1],
  );
  return { interval: choices.find((choice) => choice === wanted) ?? usualInterval(days), choices };
}

export interface ChartSeries {
  /** Start of each interval, in milliseconds since the epoch. */
  starts: number[];
  /** Null for intervals in the future, and for rates with a zero denominator. */
  values: (number | null)[];
  /** Values of the earlier range's intervals; null without a comparison. */
  earlier: (number | null)[] | null;
  presentIndex?: number;
  /** Intervals with imported days; missing without any. */
  hatched?: HatchedIntervals;
}

/** The response to a query about one metric over time, with a value for each interval. */
export function toSeries({ results, meta, query }: QueryResponse, metric: MetricName): ChartSeries {
  const labels = meta.time_labels ?? [];
  const { present_index: presentIndex } = meta;
  const none = isSum(metric) ? 0 : null;
  const rows = new Map(results.map((row) => [row.dimensions[0] ?? "", row]));
  const values = labels.map((label, index) =>
    presentIndex !== undefined && index > presentIndex ? null : (rows.get(label)?.metrics[0] ?? none),
  );
  const earlier = labels.map((label, index) =>
    presentIndex !== undefined && index > presentIndex
      ? null
      : (rows.get(label)?.comparison?.metrics[0] ?? none),
  );
  return {
    starts: labels.map(instantOf),
    values,
    earlier: meta.comparison_time_labels ? earlier : null,
    ...(presentIndex !== undefined && { presentIndex }),
    ...hatchedOf(meta, labels.map(instantOf), Date.parse(query.date_range[1])),
  };
}

/** Intervals that contain imported days of the range itself. */
function hatchedOf(
  { imported_ranges = [] }: QueryResponse["meta"],
  starts: readonly Timestamp[],
  last: Timestamp,
) {
  const { timeZone } = siteTime();
  const ranges = imported_ranges.map(({ first, last }) => ({
    from: instantAt(Date.parse(first), timeZone),
    to: instantAt(Date.parse(last) + ONE_DAY, timeZone),
  }));
  const isHatched = starts.map((start, index) => {
    const end = starts[index + 1] ?? last;
    return ranges.some(({ from, to }) => start < to && end > from);
  });
  const label = `Imported from ${importedSystems(imported_ranges)}`;
  return isHatched.includes(true) ? { hatched: { label, isHatched } } : {};
}

/** "GA4 and Plausible". */
export function importedSystems(ranges: readonly ImportedRange[]): string {
  return [...new Set(ranges.map(({ system }) => IMPORT_SYSTEMS[system].title))].join(" and ");
}

/** The instant of a time label: a date in the site's time zone, or a time with an offset. */
function instantOf(label: string): Timestamp {
  return label.includes("T")
    ? Date.parse(label)
    : instantAt(Date.parse(`${label}T00:00Z`), siteTime().timeZone);
}

/** Space above the largest value. */
const HEADROOM = 1.08;

/** The chart data of one metric. */
export function metricChart(
  { starts, values, earlier, presentIndex, hatched }: ChartSeries,
  metric: MetricName,
  title: string = METRICS[metric].title,
): Pick<ChartData, "starts" | "lines" | "presentIndex" | "scale" | "hatched"> {
  const { unit } = METRICS[metric];
  const lines: Line[] = [
    ...(earlier
      ? [{ name: "Earlier range", color: "control" as const, isBehind: true, values: earlier }]
      : []),
    { name: title, color: "leaf", isMain: true, values },
  ];
  const high = Math.max(0, ...lines.flatMap((line) => line.values.map((value) => value ?? 0)));
  const scale =
    unit === "count" ? COUNTS : valueScale((value) => formatMetric(metric, value), high * HEADROOM || 1);
  return { starts, lines, presentIndex, scale, hatched };
}
