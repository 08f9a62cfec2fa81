import { instantAt, ONE_DAY, type QueryResponse, type Timestamp, wallClockOf } from "@marquee/contract";
import type { ChangeReport, ChangeReportQuery, NotableChange, Site } from "@marquee/contract/schema";
import type { Asker, Questions } from "./createQuestions.ts";
import { type ComparedCount, type DaysByWeekday, findChanges } from "./notableChanges.ts";

/**
 * Number of days before the range used to learn how much counts vary, and how many of them must have been
 * measured.
 */
const HISTORY = 56;
const FEWEST_DAYS = 28;
const MOST_CHANGES = 5;
/** Parts that a change can come from. */
const DIMENSIONS = ["visit:source", "visit:utm_campaign"] as const;

type Metric = NotableChange["metric"];
const COUNTED: readonly Metric[] = ["leads", "visits", "visitors"];
/** Visitors of days or sources do not add up, so parts are ranked by visits. */
const COUNTED_OF_PARTS: readonly Metric[] = ["leads", "visits"];
const OF_GOAL: readonly Metric[] = ["conversions"];

interface ReportOptions {
  questions: Pick<Questions, "answer">;
  site: () => Pick<Site, "timeZone">;
  now: () => Timestamp;
}

const NOTHING: ChangeReport = { ranges: null, changes: [] };

/**
 * Notable changes between a date range and the one that it is compared with (`notableChanges.ts`). The figures are those of the tiles' query.
 * @throws {ApiError} bad_request for an invalid query.
 */
export async function reportChanges(
  { questions, site, now }: ReportOptions,
  { goal, include, filters = [], ...period }: ChangeReportQuery,
  asker: Asker,
): Promise<ChangeReport> {
  if (!include?.comparisons) return NOTHING;
  const tz = site().timeZone;
  const metrics = goal === undefined ? COUNTED : OF_GOAL;
  const ofParts = goal === undefined ? COUNTED_OF_PARTS : OF_GOAL;
  const query = {
    ...period,
    filters: [...filters, ...(goal === undefined ? [] : [["is", "event:goal", [goal]]])],
  };
  const ask = (names: readonly Metric[], more: object) =>
    questions.answer({ ...query, metrics: names.map(sentName), ...more }, asker);

  const whole = await ask(metrics, { include });
  const ranges = rangesOf(whole, now());
  const [row] = whole.results;
  if (!ranges || !row?.comparison || (whole.meta.imported_ranges ?? []).length > 0) return NOTHING;
  const first = midnightOf(Date.parse(ranges.range[0]), tz) - HISTORY * ONE_DAY;
  const history = [dateOf(first), dateOf(first + (HISTORY - 1) * ONE_DAY)];
  const daily = await ask(metrics, { date_range: history, dimensions: ["time:day"] });
  const seasons = Object.fromEntries(
    metrics.map((metric, index) => [
      metric,
      daysOf(
        daily.results.map(({ dimensions, metrics: values }) => [dimensions[0], values[index]]),
        first,
      ),
    ]),
  );
  const measured = measuredDays(Object.values(seasons));
  if (measured < FEWEST_DAYS || whole.meta.comparison_warnings?.visits) return { ranges, changes: [] };

  const counts: ComparedCount[] = metrics.flatMap((metric, index) =>
    metric === "visits"
      ? []
      : [
          {
            metric,
            part: null,
            days: (seasons[metric] ?? []).slice(-measured),
            value: Number(row.metrics[index]),
            before: Number(row.comparison?.metrics[index]),
          },
        ],
  );
  for (const dimension of DIMENSIONS) {
    const [later, earlier, days] = await Promise.all([
      ask(ofParts, { dimensions: [dimension] }),
      ask(ofParts, { dimensions: [dimension], date_range: [...ranges.earlier] }),
      ask(ofParts, { dimensions: ["time:day", dimension], date_range: history }),
    ]);
    counts.push(...partsOf({ dimension, metrics: ofParts, later, earlier, days, first, measured }));
  }
  const changes = findChanges(counts, {
    firstWeekday: weekdayOf(first + (HISTORY - measured) * ONE_DAY),
    range: weekdaysOf(ranges.range, tz),
    earlier: weekdaysOf(ranges.earlier, tz),
    seasons: Object.fromEntries(
      Object.entries(seasons).map(([metric, days]) => [metric, days.slice(-measured)]),
    ),
  });
  return { ranges, changes: changes.slice(0, MOST_CHANGES) };
}

/** Conversions of a goal are events with a filter on it. */
const sentName = (metric: Metric) => (metric === "conversions" ? "events" : metric);

/** The range until now, and the earlier one; null for a range that has not started. */
function rangesOf({ query }: QueryResponse, now: Timestamp): ChangeReport["ranges"] {
  const {
    date_range: [from, last],
    comparison_date_range: earlier,
  } = query;
  if (!earlier || Date.parse(from) >= now) return null;
  const end = new Date(Math.min(Date.parse(last), now - 1)).toISOString();
  return { range: [from, end], earlier };
}

interface Parts {
  dimension: (typeof DIMENSIONS)[number];
  metrics: readonly Metric[];
  later: QueryResponse;
  earlier: QueryResponse;
  days: QueryResponse;
  /** Midnight of the first day of the history. */
  first: number;
  measured: number;
}

function partsOf({ dimension, metrics, later, earlier, days, first, measured }: Parts): ComparedCount[] {
  const byValue = (answer: QueryResponse) =>
    new Map(answer.results.map((row) => [row.dimensions[0] ?? "", row.metrics]));
  const [now, before] = [byValue(later), byValue(earlier)];
  const values = [...new Set([...now.keys(), ...before.keys()])].filter((value) => !value.startsWith("("));
  const daily = (value: string) => days.results.filter((row) => row.dimensions[1] === value);
  return values.flatMap((value) =>
    metrics.map((metric, index) => ({
      metric,
      part: { dimension, value },
      value: Number(now.get(value)?.[index] ?? 0),
      before: Number(before.get(value)?.[index] ?? 0),
      days: daysOf(
        daily(value).map((row) => [row.dimensions[0], row.metrics[index]]),
        first,
      ).slice(-measured),
    })),
  );
}

/** Counts of each day of the history, without gaps. */
function daysOf(
  rows: readonly (readonly [date: string | undefined, count: number | null | undefined])[],
  first: number,
): number[] {
  const counts = new Map(rows.map(([date = "", count]) => [date, Number(count ?? 0)]));
  return Array.from({ length: HISTORY }, (_, index) => counts.get(dateOf(first + index * ONE_DAY)) ?? 0);
}

/** Before the first count of anything, the site was not measured. */
function measuredDays(series: readonly (readonly number[])[]): number {
  const first = Math.min(
    ...series
      .map((days) => days.findIndex((count) => count > 0))
      .map((index) => (index < 0 ? HISTORY : index)),
  );
  return HISTORY - first;
}

/** How much of each day of the week a range of times covers. */
function weekdaysOf([from, last]: readonly [string, string], tz: string): DaysByWeekday {
  const [start, end] = [Date.parse(from), Date.parse(last) + 1000];
  const weekdays = Array.from({ length: 7 }, () => 0);
  for (let day = midnightOf(start, tz); instantAt(day, tz) < end; day += ONE_DAY) {
    const [begin, next] = [instantAt(day, tz), instantAt(day + ONE_DAY, tz)];
    const covered = Math.min(end, next) - Math.max(start, begin);
    const weekday = weekdayOf(day);
    weekdays[weekday] = (weekdays[weekday] ?? 0) + covered / (next - begin);
  }
  return weekdays;
}

const weekdayOf = (midnight: number) => Math.floor(midnight / ONE_DAY) % 7;
const midnightOf = (instant: Timestamp, tz: string) =>
  Math.floor(wallClockOf(instant, tz) / ONE_DAY) * ONE_DAY;
const dateOf = (midnight: number) => new Date(midnight).toISOString().slice(0, 10);
