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
  /** Imported days that are part of the response. */
  reports: readonly Pick<ImportedReport, "metrics" | "first" | "last">[];
  /** IANA name of the site's time zone. */
  tz: string;
}

/** Metrics that count a visitor once per range, but once on each imported day. */
const OF_VISITORS: readonly MetricName[] = [
  "visitors",
  "percentage",
  "conversion_rate",
  "group_conversion_rate",
];

/**
 * Metrics whose change from the earlier range is meaningless, because the ranges are not covered in the same way: one has days that were neither measured nor
 * imported, or adds up the visitors of single days.
 */
export function compareCoverage(
  metrics: readonly MetricName[],
  { range, earlier, firstEvent, reports, tz }: Coverage,
): Warnings {
  const measuredFrom = firstEvent === null ? Number.POSITIVE_INFINITY : dayOf(firstEvent, tz);
  const ranges = [range, earlier].map((each) => daysOf(each, tz));
  const warnings: Warnings = {};
  for (const metric of metrics) {
    const { title } = METRICS[metric];
    const imported = unionOf(reports.filter((report) => report.metrics.includes(metric)));
    const isCovered = ranges.every(({ first, last }) => {
      const unmeasured = { first, last: Math.min(last, measuredFrom - ONE_DAY) };
      return daysIn([unmeasured], unmeasured) === daysIn(imported, unmeasured);
    });
    const shares = ranges.map((each) => daysIn(imported, each) / daysIn([each], each));
    const isAlike = shares.every((share) => share === 0) || shares.every((share) => share === 1);
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

/** Days, given by the midnights of the first and the last one. */
interface Days {
  first: number;
  last: number;
}

/** The days that a range touches. A range may have millions of days. */
const daysOf = ({ from, to }: TimeRange, tz: string): Days => ({
  first: dayOf(from, tz),
  last: dayOf(to - 1, tz),
});

/** The days of reports, without duplicates. */
function unionOf(reports: readonly Pick<ImportedReport, "first" | "last">[]): Days[] {
  const sorted = reports
    .map(({ first, last }) => ({ first: Date.parse(first), last: Date.parse(last) }))
    .sort((one, other) => one.first - other.first);
  const union: Days[] = [];
  for (const days of sorted) {
    const before = union.at(-1);
    if (before && days.first <= before.last) before.last = Math.max(before.last, days.last);
    else union.push(days);
  }
  return union;
}

/** How many days of a list lie within others. */
const daysIn = (list: readonly Days[], { first, last }: Days): number =>
  list.reduce((count, days) => {
    const length = Math.min(days.last, last) - Math.max(days.first, first) + ONE_DAY;
    return count + Math.max(0, length / ONE_DAY);
  }, 0);
