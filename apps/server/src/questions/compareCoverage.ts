import {
  METRICS,
  type MetricName,
  ONE_DAY,
  type QueryResponse,
  type TimeRange,
  type Timestamp,
  wallClockOf,
} from "@marquee/contract";
import type { ImportedReport } from "@marquee/contract/schema";

type Warnings = NonNullable<QueryResponse["meta"]["comparison_warnings"]>;

interface Coverage {
  range: TimeRange;
  /** The range that it is compared with. */
  earlier: TimeRange;
  /** Time of the first event; null without any. */
  firstEvent: Timestamp | null;
  /** Imported days that are part of the answer. */
  reports: readonly Pick<ImportedReport, "metrics" | "first" | "last">[];
  /** IANA name of the site's time zone. */
  tz: string;
}

/** Metrics for which someone counts once in a range, but once on each imported day. */
const OF_VISITORS: readonly MetricName[] = [
  ...(["visitors", "percentage", "conversion_rate", "group_conversion_rate"] as const),
];

/**
 * Metrics whose change from the earlier range says nothing, because the ranges are not covered in the same way: one has days that were neither measured nor imported,
 * or adds up the visitors of single days.
 */
export function compareCoverage(
  metrics: readonly MetricName[],
  { range, earlier, firstEvent, reports, tz }: Coverage,
): Warnings {
  const measuredFrom = firstEvent === null ? Number.POSITIVE_INFINITY : dayOf(firstEvent, tz);
  const days = [range, earlier].map((each) => daysOf(each, tz));
  const warnings: Warnings = {};
  for (const metric of metrics) {
    const { title } = METRICS[metric];
    const having = reports.filter((report) => report.metrics.includes(metric));
    const isImported = (day: number) =>
      having.some(({ first, last }) => Date.parse(first) <= day && Date.parse(last) >= day);
    const isCovered = days.every((list) => list.every((day) => day >= measuredFrom || isImported(day)));
    const imported = days.map((list) => list.filter(isImported).length / list.length);
    const isAlike = imported.every((share) => share === 0) || imported.every((share) => share === 1);
    if (!isCovered)
      warnings[metric] = {
        code: "not_covered",
        warning: `${title} can't be compared: not all days of the date ranges were measured or imported.`,
      };
    else if (!isAlike && OF_VISITORS.includes(metric))
      warnings[metric] = {
        code: "counted_differently",
        warning: `${title} can't be compared: on imported days, someone counts once on each day.`,
      };
  }
  return warnings;
}

const dayOf = (instant: Timestamp, tz: string) => Math.floor(wallClockOf(instant, tz) / ONE_DAY) * ONE_DAY;

/** Midnights of the days that a range touches. */
function daysOf({ from, to }: TimeRange, tz: string): number[] {
  const [first, last] = [dayOf(from, tz), dayOf(to - 1, tz)];
  return Array.from({ length: (last - first) / ONE_DAY + 1 }, (_, index) => first + index * ONE_DAY);
}
