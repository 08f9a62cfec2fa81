import type { NotableChange } from "@marquee/contract/schema";
import { normalUpperQuantile } from "../../platform/distributions/normal.ts";
import { countOf, deviationOf, rootOf } from "./rootScale.ts";

type Metric = NotableChange["metric"];

/** A count of the date range next to that of the earlier one, with the counts of each day of the history. */
export interface ComparedCount extends Pick<NotableChange, "metric" | "part" | "value" | "before"> {
  /** From the first day of the history to its last. */
  days: readonly number[];
}

/** Covered days by day of the week; part of a day is a fraction. */
export type DaysByWeekday = readonly number[];

interface ComparedRanges {
  /** Weekday on which the history starts. Any day may be number 0. */
  firstWeekday: number;
  range: DaysByWeekday;
  earlier: DaysByWeekday;
  /** Counts of the whole site for each day of the history, which show how days of the week differ. */
  seasons: Readonly<Partial<Record<Metric, readonly number[]>>>;
}

/** Minimum total count of both ranges for a change to be reported. */
const FEWEST: Record<Metric, number> = { leads: 12, conversions: 12, visitors: 60, visits: 60 };
/** Smaller changes are not reported, however certain they are. */
const SMALLEST_SHARE = 0.1;
/** Slow growth is not reported: one month's share of 80% in a year. */
const DRIFT = 0.05;
/**
 * Probabilities of a false change, which add up to 5%: leads, or conversions, and visitors of the whole site, and all their parts together (Bonferroni), so
 * that many sources do not hide an overall change.
 */
const FALSE_WHOLE = 0.015;
const FALSE_PARTS = 0.02;

/**
 * The changes between two date ranges that chance and the days of the week do not explain: leads first, then visitors, then parts by leads and by visits. Often
 * none.
 */
export function findChanges(counts: readonly ComparedCount[], ranges: ComparedRanges): NotableChange[] {
  const examined = counts.filter(({ metric, value, before }) => value + before >= FEWEST[metric]);
  const parts = examined.filter(({ part }) => part !== null).length;
  const changes = examined.flatMap((count) => {
    const risk = count.part ? FALSE_PARTS / parts : FALSE_WHOLE;
    return changeOf(count, ranges, normalUpperQuantile(risk / 2)) ?? [];
  });
  return changes.sort(
    (one, other) =>
      Number(one.part !== null) - Number(other.part !== null) ||
      ORDER.indexOf(one.metric) - ORDER.indexOf(other.metric) ||
      differenceOf(other) - differenceOf(one),
  );
}

const ORDER: readonly Metric[] = ["leads", "conversions", "visitors", "visits"];
const differenceOf = ({ value, before }: NotableChange) => Math.abs(value - before);

/** @param width of the expected range, in standard deviations. @returns null if the change is not reported. */
function changeOf(
  { metric, part, value, before, days }: ComparedCount,
  ranges: ComparedRanges,
  width: number,
): NotableChange | null {
  const season = weekdayMeans(ranges.seasons[metric] ?? [], ranges.firstWeekday);
  const ratio = ratioOf(season, ranges);
  const expected = before * ratio;
  const deviation = dailyDeviation(days, season, ranges.firstWeekday, part !== null);
  const error = Math.sqrt(
    deviation ** 2 * (1 + ratio) + (expected / 4) * seasonVariance(season, ranges, deviation),
  );
  const range = {
    low: Math.ceil(countOf(rootOf(expected * (1 - DRIFT)) - width * error)),
    high: Math.floor(countOf(rootOf(expected * (1 + DRIFT)) + width * error)),
  };
  const isOutside = value < range.low || value > range.high;
  const isLarge = Math.abs(value - before) >= SMALLEST_SHARE * before;
  // A change that only differs from the weekdays' expectation would read as its opposite.
  const isSeen = value < range.low ? value < before : value > before;
  return isOutside && isLarge && isSeen ? { metric, part, value, before, ...range } : null;
}

interface Weekday {
  mean: number;
  /** Number of days in the mean. */
  days: number;
}

function weekdayMeans(days: readonly number[], firstWeekday: number): Weekday[] {
  const weekdays = Array.from({ length: 7 }, () => ({ sum: 0, days: 0 }));
  days.forEach((count, index) => {
    const weekday = weekdays[(firstWeekday + index) % 7];
    if (weekday) Object.assign(weekday, { sum: weekday.sum + count, days: weekday.days + 1 });
  });
  return weekdays.map(({ sum, days }) => ({ mean: sum / Math.max(1, days), days }));
}

/** The expected ratio of the two ranges' counts if only their weekdays differ. */
function ratioOf(season: readonly Weekday[], { range, earlier }: ComparedRanges): number {
  const [later, before] = [sumOf(season, range), sumOf(season, earlier)];
  if (later > 0 && before > 0) return later / before;
  return total(range) / Math.max(total(earlier), 1e-9);
}

const sumOf = (season: readonly Weekday[], days: DaysByWeekday) =>
  season.reduce((sum, { mean }, weekday) => sum + mean * (days[weekday] ?? 0), 0);
const total = (days: DaysByWeekday) => days.reduce((sum, each) => sum + each, 0);

/** Variance of the logarithm of the ratio, because the means cover few weeks. Zero if both ranges have the same days of the week. */
function seasonVariance(
  season: readonly Weekday[],
  { range, earlier }: ComparedRanges,
  deviation: number,
): number {
  const [later, before] = [sumOf(season, range), sumOf(season, earlier)];
  if (later === 0 || before === 0) return 0;
  return season.reduce((sum, { mean, days }, weekday) => {
    const weight = (range[weekday] ?? 0) / later - (earlier[weekday] ?? 0) / before;
    return sum + (weight ** 2 * 4 * deviation ** 2 * mean) / Math.max(1, days);
  }, 0);
}

/**
 * The variation of the history's days beyond their season. Visits of a source or campaign come in bursts, which a robust deviation ignores, so for parts it is
 * at least the root mean square.
 */
function dailyDeviation(
  days: readonly number[],
  season: readonly Weekday[],
  firstWeekday: number,
  isPart: boolean,
) {
  const mean = days.reduce((sum, count) => sum + count, 0) / days.length;
  const average = season.reduce((sum, weekday) => sum + weekday.mean, 0) / 7;
  const deviations = days.map((count, index) => {
    const weekday = season[(firstWeekday + index) % 7]?.mean ?? average;
    return rootOf(count) - rootOf(average > 0 ? (mean * weekday) / average : mean);
  });
  const robust = deviationOf(deviations);
  const squares = deviations.reduce((sum, each) => sum + each ** 2, 0);
  return isPart ? Math.max(robust, Math.sqrt(squares / deviations.length)) : robust;
}
