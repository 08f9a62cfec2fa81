import { ONE_DAY, ONE_MINUTE, type Timestamp } from "../kernel/time.ts";
import { instantAt, type WallClock, type Weekday, wallClockOf } from "../kernel/zonedTime.ts";
import type { Comparison, DateRange } from "./query.ts";

/** The site's clock and calendar. */
export interface SiteClock {
  now: Timestamp;
  timeZone: string;
  weekStart: Weekday;
}

/** First and last day, as midnights on the site's clocks. */
export type Days = readonly [first: WallClock, last: WallClock];

interface RangeKind {
  label: string;
  /** @param today the current day, whose clock is at midnight. @returns null for everything that is stored. */
  days: (today: WallClock, weekStart: Weekday) => Days | null;
}

const DAYS_OF_WEEK = 7;

/**
 * The `count` whole days before today: the meaning of "7 days" on every screen, in the API, in boards, emails and estimates.
 */
export const lastDays = (today: WallClock, count: number): Days => [today - count * ONE_DAY, today - ONE_DAY];

/** The `count` whole months before the current one. */
export const lastMonths = (today: WallClock, count: number): Days => [
  monthOf(today, -count),
  monthOf(today) - ONE_DAY,
];

/**
 * Date ranges by name, in display order. Days, weeks and months are those of the site's time zone. A number of days or months is whole ones, without the current
 * one; a range that names today, or the current week, month or year, includes it so far.
 */
export const RANGES = {
  today: { label: "Today", days: (today) => [today, today] },
  yesterday: { label: "Yesterday", days: (today) => [today - ONE_DAY, today - ONE_DAY] },
  week: {
    label: "This week",
    days: (today, weekStart) => {
      const first = weekOf(today, weekStart);
      return [first, first + (DAYS_OF_WEEK - 1) * ONE_DAY];
    },
  },
  "last-week": {
    label: "Last week",
    days: (today, weekStart) => {
      const first = weekOf(today, weekStart);
      return [first - DAYS_OF_WEEK * ONE_DAY, first - ONE_DAY];
    },
  },
  "7d": { label: "7 days", days: (today) => lastDays(today, 7) },
  "30d": { label: "30 days", days: (today) => lastDays(today, 30) },
  "30d-today": { label: "30 days and today", days: (today) => [lastDays(today, 30)[0], today] },
  "90d": { label: "90 days", days: (today) => lastDays(today, 90) },
  month: { label: "Month to date", days: (today) => [monthOf(today), today] },
  "last-month": { label: "Last month", days: (today) => [monthOf(today, -1), monthOf(today) - ONE_DAY] },
  year: { label: "Year to date", days: (today) => [Date.UTC(new Date(today).getUTCFullYear(), 0), today] },
  "12mo": { label: "12 months", days: (today) => lastMonths(today, 12) },
  all: { label: "All time", days: () => null },
} as const satisfies Record<string, RangeKind>;

export type RangePreset = keyof typeof RANGES;
/** Two days, both included: `2026-11-01..2026-11-20`. */
export type CustomRange = `${string}..${string}`;
export type DateRangeName = RangePreset | CustomRange;

export const DEFAULT_RANGE: DateRangeName = "30d";

/** Default ranges of screens for recent activity. */
const LIST_RANGES: Readonly<Record<string, DateRangeName>> = {
  "/events": "30d-today",
  "/errors": "30d-today",
  "/replays": "30d-today",
  "/heatmaps": "30d-today",
  "/speed": "30d-today",
  "/consent": "30d-today",
  "/quality": "30d-today",
  "/leads": "all",
};

/** The date range of a screen whose URL has none. @param path of the screen, without its parameters. */
export function defaultRangeOf(path: string): DateRangeName {
  const list = Object.keys(LIST_RANGES).find((each) => path === each || path.startsWith(`${each}/`));
  return LIST_RANGES[list ?? ""] ?? DEFAULT_RANGE;
}

export const COMPARISONS = { previous: "Previous period", year: "Year ago", none: "No comparison" } as const;
export type ComparisonName = keyof typeof COMPARISONS | CustomRange;

/** A date range and its comparison, by name, so that it moves with time. */
export interface Period {
  range: DateRangeName;
  compare: ComparisonName;
  /** Moves the earlier range so that its weekdays are the same. */
  matchesWeekdays: boolean;
}

export const DEFAULT_PERIOD: Period = { range: DEFAULT_RANGE, compare: "previous", matchesWeekdays: false };

/** First year of custom ranges. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;

/** The name of a date range; null for any other text. */
export function parseDateRange(name: string): DateRangeName | null {
  if (isPreset(name)) return name;
  return readCustom(name) && (name as CustomRange);
}

/** The name of a comparison; null for any other text. */
export function parseComparison(text: string): ComparisonName | null {
  if (Object.hasOwn(COMPARISONS, text)) return text as ComparisonName;
  const range = parseDateRange(text);
  return range && !isPreset(range) ? range : null;
}

/** The period in the query string of the screen at `path`. Missing or malformed parts get their defaults. */
export function readPeriod(path: string, search: string): Period {
  const params = new URLSearchParams(search);
  return {
    range: parseDateRange(params.get("range") ?? "") ?? defaultRangeOf(path),
    compare: parseComparison(params.get("compare") ?? "") ?? DEFAULT_PERIOD.compare,
    matchesWeekdays: params.get("weekdays") === "match",
  };
}

export function isPreset(name: string): name is RangePreset {
  return Object.hasOwn(RANGES, name);
}

/** Two days in the order of the calendar, as in the URL and ISO 8601; null unless both exist and the first is not after the last. */
export function customRange(first: string, last: string): CustomRange | null {
  const name: CustomRange = `${first}..${last}`;
  return readCustom(name) && name;
}

function readCustom(name: string): Days | null {
  const [, first = "", last = ""] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(name) ?? [];
  const [from, to] = [readDay(first), readDay(last)];
  return from !== null && to !== null && from <= to ? [from, to] : null;
}

function readDay(day: string): WallClock | null {
  const wall = Date.parse(`${day}T00:00Z`);
  if (Number.isNaN(wall) || writeDay(wall) !== day) return null;
  const year = new Date(wall).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? wall : null;
}

/** A day in ISO 8601 format: "2026-11-24". */
export function writeDay(wall: WallClock): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** The current day of the site's time zone. */
export function dayOf({ now, timeZone }: Pick<SiteClock, "now" | "timeZone">): WallClock {
  return Math.floor(wallClockOf(now, timeZone) / ONE_DAY) * ONE_DAY;
}

/** The days that a range covers, including future ones; null for everything that is stored. */
export function daysOfRange(name: DateRangeName, clock: SiteClock): Days | null {
  const kind: RangeKind | null = isPreset(name) ? RANGES[name] : null;
  return kind ? kind.days(dayOf(clock), clock.weekStart) : readCustom(name);
}

/** The days that a range covers until the current one; null for everything that is stored. A range that starts later keeps its days. */
export function passedDays(name: DateRangeName, clock: SiteClock): Days | null {
  const days = daysOfRange(name, clock);
  return days && [days[0], Math.max(days[0], Math.min(days[1], dayOf(clock)))];
}

/** {@link passedDays} as in a query. */
export function queryRange(name: DateRangeName, clock: SiteClock): DateRange {
  const days = passedDays(name, clock);
  return days ? [writeDay(days[0]), writeDay(days[1])] : "all";
}

/** Precision of the end of a partial month's comparison. */
const PRECISION = 5 * ONE_MINUTE;

/**
 * The comparison range of a range, as in a query; null for none. A partial week, month or year is compared with the same days of the
 * previous one, which are not the days right before it, and twelve months with the same ones a year earlier.
 */
export function queryComparison(
  { range, compare, matchesWeekdays }: Period,
  clock: SiteClock,
): Comparison | null {
  if (compare === "none" || range === "all") return null;
  const weekdays = matchesWeekdays && { match_day_of_week: true };
  if (compare === "previous" && range === "week") return { mode: "previous_period", match_day_of_week: true };
  if (compare === "previous" && (range === "year" || range === "12mo"))
    return { mode: "year_over_year", ...weekdays };
  if (compare === "year") return { mode: "year_over_year", ...weekdays };
  if (compare !== "previous") {
    const [first = "", last = ""] = compare.split("..");
    return { mode: "custom", date_range: [first, last] };
  }
  const earlier = matchesWeekdays ? null : earlierMonth(range, clock);
  return earlier ? { mode: "custom", date_range: earlier } : { mode: "previous_period", ...weekdays };
}

/**
 * The previous month, or its part until the same day and time; null for other ranges, which are compared with the days right before them.
 */
function earlierMonth(range: DateRangeName, clock: SiteClock): readonly [string, string] | null {
  const days = daysOfRange(range, clock);
  if (!days || (range !== "month" && range !== "last-month")) return null;
  const [first] = days;
  const start = monthsBefore(first, 1);
  if (range === "last-month") return [writeDay(start), writeDay(first - ONE_DAY)];
  const { timeZone } = clock;
  const at = Math.floor(clock.now / PRECISION) * PRECISION;
  const timeOfDay = wallClockOf(at, timeZone) % ONE_DAY;
  const end = instantAt(monthsBefore(dayOf({ now: at, timeZone }), 1) + timeOfDay, timeZone);
  return [new Date(instantAt(start, timeZone)).toISOString(), new Date(end).toISOString()];
}

function weekOf(day: WallClock, weekStart: Weekday): WallClock {
  // `getUTCDay` numbers Sunday 0.
  return day - ((new Date(day).getUTCDay() - weekStart + DAYS_OF_WEEK) % DAYS_OF_WEEK) * ONE_DAY;
}

function monthOf(day: WallClock, months = 0): WallClock {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}

/** The same day of an earlier month, or the last one of that month. */
export function monthsBefore(day: WallClock, months: number): WallClock {
  const lastDay = new Date(monthOf(day, 1 - months) - ONE_DAY).getUTCDate();
  return monthOf(day, -months) + (Math.min(new Date(day).getUTCDate(), lastDay) - 1) * ONE_DAY;
}

const LONGEST_BY_HOUR = 2;
const LONGEST_BY_DAY = 92;

/** The interval by which a range of this length is usually shown. */
export function usualInterval(days: Days | null): "hour" | "day" | "month" {
  const length = days ? Math.round((days[1] - days[0]) / ONE_DAY) + 1 : Number.POSITIVE_INFINITY;
  if (length <= LONGEST_BY_HOUR) return "hour";
  return length <= LONGEST_BY_DAY ? "day" : "month";
}
