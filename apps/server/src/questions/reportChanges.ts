import { instantAt, ONE_DAY, type Timestamp, wallClockOf } from "@marquee/contract";
import type { ChangeReport, ChangeReportQuery, Site, UnusualCount } from "@marquee/contract/schema";
import type { Asker, Questions } from "./createQuestions.ts";
import { type Clock, passedEnd, readDateRange } from "./dateRanges.ts";
import { usualRange } from "./usualRange.ts";

/** Earlier periods that tell what is usual, and how many of them must have data. */
const PERIODS = 8;
const FEWEST_PERIODS = 4;
const LONGEST_PERIOD = 92;
const MOST_CHANGES = 5;
/** Parts of the site that a change can come from, the most telling first. */
const DIMENSIONS = [
  ...([
    "visit:utm_campaign",
    "visit:source",
    "visit:channel",
    "visit:entry_page",
    "visit:country",
    "visit:device",
  ] as const),
];

interface ReportOptions {
  questions: Pick<Questions, "answer">;
  site: () => Pick<Site, "timeZone" | "weekStart">;
  now: () => Timestamp;
}

/**
 * What changed that matters: counts of the range's complete days that are outside their usual range (`usualRange.ts`), ranked by the difference in leads, or in
 * conversions of the goal; visits only if those are as usual. Earlier periods are whole weeks apart.
 * @throws {ApiError} bad_request for a query that cannot be answered.
 */
export async function reportChanges(
  { questions, site, now }: ReportOptions,
  { goal, site_id, date_range, filters = [] }: ChangeReportQuery,
  asker: Asker,
): Promise<ChangeReport> {
  const { timeZone: tz, weekStart } = site();
  const period = completeDays(date_range, { now: now(), tz, weekStart });
  if (!period) return { period: null, shift: 0, periods: 0, changes: [] };
  const length = (period.to - period.from) / ONE_DAY;
  const shift = Math.ceil(length / 7) * 7;
  const first = period.from - PERIODS * shift * ONE_DAY;
  const dates = (from: number, to: number) => [dateOf(from), dateOf(to - ONE_DAY)];

  /** Counts per period, the examined one first, by the values of a dimension. */
  const countBy = async (metric: UnusualCount["metric"], dimension: string | null) => {
    const conversions = metric === "conversions" && goal !== undefined;
    const { results } = await questions.answer(
      {
        site_id,
        metrics: [conversions ? "events" : metric],
        date_range: dates(first, period.to),
        dimensions: ["time:day", ...(dimension ? [dimension] : [])],
        filters: [...filters, ...(conversions ? [["is", "event:goal", [goal]]] : [])],
      },
      asker,
    );
    const counts = new Map<string, number[]>();
    for (const { dimensions, metrics } of results) {
      const [day = "", value = ""] = dimensions;
      const age = (period.from - Date.parse(`${day}T00:00:00Z`)) / ONE_DAY;
      const index = Math.max(0, Math.ceil(age / shift));
      // Days between two periods belong to neither.
      if (index > PERIODS || index * shift - age >= length) continue;
      const list = counts.get(value) ?? Array.from({ length: PERIODS + 1 }, () => 0);
      list[index] = (list[index] ?? 0) + Number(metrics[0]);
      counts.set(value, list);
    }
    return counts;
  };

  const visits = (await countBy("visits", null)).get("") ?? [];
  // Before its first visit, the site was not measured.
  const periods = visits.slice(1).findLastIndex((count) => count > 0) + 1;
  const report = { period: { from: dateOf(period.from), to: dateOf(period.to - ONE_DAY) }, shift, periods };
  if (periods < FEWEST_PERIODS) return { ...report, changes: [] };

  const unusual = async (metric: UnusualCount["metric"]): Promise<UnusualCount[]> => {
    const judge = (counts: readonly number[], part: UnusualCount["part"]): UnusualCount[] => {
      const [value = 0, ...all] = counts;
      const earlier = all.slice(0, periods);
      const range = usualRange(value, earlier, part ? "part" : "whole");
      return value < range.low || value > range.high ? [{ metric, part, earlier, ...range }] : [];
    };
    const zeros = Array.from({ length: PERIODS + 1 }, () => 0);
    const whole = metric === "visits" ? visits : ((await countBy(metric, null)).get("") ?? zeros);
    const parts = await Promise.all(
      DIMENSIONS.map(async (dimension) =>
        [...(await countBy(metric, dimension))]
          .filter(([value]) => !value.startsWith("("))
          .flatMap(([value, counts]) => judge(counts, { dimension, value })),
      ),
    );
    return [...judge(whole, null), ...rank(parts.flat())];
  };
  const what = await unusual(goal === undefined ? "leads" : "conversions");
  const changes = what.length > 0 ? what : await unusual("visits");
  return { ...report, changes: changes.slice(0, MOST_CHANGES) };
}

const difference = ({ value, median }: UnusualCount) => Math.abs(value - median);

/** The largest difference first; of equal ones, the most telling dimension. */
function rank(changes: readonly UnusualCount[]): UnusualCount[] {
  return [...changes].sort((one, other) => difference(other) - difference(one));
}

/** The complete days of a date range, at most three months, as midnights of wall clocks; null if it has none. */
function completeDays(
  range: ChangeReportQuery["date_range"],
  clock: Clock,
): { from: number; to: number } | null {
  const whole = readDateRange(range, clock, null);
  const midnightAt = (instant: Timestamp) => Math.floor(wallClockOf(instant, clock.tz) / ONE_DAY) * ONE_DAY;
  const end = passedEnd(whole, clock.now);
  const to = instantAt(midnightAt(end), clock.tz) <= end ? midnightAt(end) : midnightAt(end) - ONE_DAY;
  const startsAtMidnight = instantAt(midnightAt(whole.from), clock.tz) === whole.from;
  const from = midnightAt(whole.from) + (startsAtMidnight ? 0 : ONE_DAY);
  // Today alone is not over: yesterday is the latest day that can be judged.
  const first = Math.max(Math.min(from, to - ONE_DAY), to - LONGEST_PERIOD * ONE_DAY);
  return whole.from > clock.now ? null : { from: first, to };
}

const dateOf = (midnight: number) => new Date(midnight).toISOString().slice(0, 10);
