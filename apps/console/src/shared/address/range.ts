import {
  instantAt,
  ONE_DAY,
  ONE_HOUR,
  startOfDay,
  type Timestamp,
  type WallClock,
  wallClockOf,
} from "@marquee/contract";
import type { Interval, OverviewQuery } from "@marquee/contract/schema";
import { siteTime } from "../format/siteTime.ts";

/** First and last day, as midnights on the site's clocks. */
type Days = readonly [first: WallClock, last: WallClock];

interface RangeKind {
  label: string;
  /** @param today the current day, whose clock is at midnight; null for everything that is stored. */
  days: (today: WallClock) => Days | null;
}

/** The longest date range of screens that do not send a question. */
export const MAX_DAYS = 800;
const DAYS_OF_WEEK = 7;
/** Longest date range that is shown by hour. */
const MAX_DAYS_BY_HOUR = 2;

/** Date ranges for `?range=` in the URL, in display order. Days, weeks and months are those of the site's time zone; the current one is so far. */
export const RANGES = {
  today: { label: "Today", days: (today) => [today, today] },
  yesterday: { label: "Yesterday", days: (today) => [today - ONE_DAY, today - ONE_DAY] },
  week: {
    label: "This week",
    days: (today) => [weekOf(today), weekOf(today) + (DAYS_OF_WEEK - 1) * ONE_DAY],
  },
  "last-week": {
    label: "Last week",
    days: (today) => [weekOf(today) - DAYS_OF_WEEK * ONE_DAY, weekOf(today) - ONE_DAY],
  },
  "7d": { label: "7 days", days: (today) => [today - 6 * ONE_DAY, today] },
  "30d": { label: "30 days", days: (today) => [today - 29 * ONE_DAY, today] },
  "90d": { label: "90 days", days: (today) => [today - 89 * ONE_DAY, today] },
  month: { label: "Month to date", days: (today) => [monthOf(today), today] },
  "last-month": { label: "Last month", days: (today) => [monthOf(today, -1), monthOf(today) - ONE_DAY] },
  year: { label: "Year to date", days: (today) => [Date.UTC(new Date(today).getUTCFullYear(), 0), today] },
  "12mo": { label: "12 months", days: (today) => [monthsBefore(today, 12) + ONE_DAY, today] },
  all: { label: "All time", days: () => null },
} as const satisfies Record<string, RangeKind>;

export type RangePreset = keyof typeof RANGES;
/** Two days, both included: `2026-11-01..2026-11-20`. */
export type CustomRange = `${string}..${string}`;
export type DateRangeName = RangePreset | CustomRange;

export const DEFAULT_RANGE: DateRangeName = "30d";
/** Of custom ranges. */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;

/**
 * Reads the date range, or the default if there is none.
 * @param search a query string.
 */
export function readDateRange(search: string): DateRangeName {
  return parseDateRange(new URLSearchParams(search).get("range") ?? "") ?? DEFAULT_RANGE;
}

/** The name of a date range as written in the URL; null for any other text. */
export function parseDateRange(name: string): DateRangeName | null {
  if (isPreset(name)) return name;
  return readCustom(name) && (name as CustomRange);
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

/** A day as in ISO 8601: "2026-11-24". */
export function writeDay(wall: WallClock): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** The days that a range covers around `now`, later ones included; null for everything that is stored. */
export function daysOf(name: DateRangeName, now: Timestamp): Days | null {
  return isPreset(name) ? RANGES[name].days(todayOf(now)) : readCustom(name);
}

/** The current day of the site's time zone. */
export function todayOf(now: Timestamp): WallClock {
  return Math.floor(wallClockOf(now, siteTime().timeZone) / ONE_DAY) * ONE_DAY;
}

/** Whether the date range includes the current day, so that its last hour or day is partial. */
export function includesNow(name: DateRangeName, now: Timestamp): boolean {
  const days = daysOf(name, now);
  const today = todayOf(now);
  return days === null || (days[0] <= today && days[1] >= today);
}

/** Whether a screen that takes {@link toOverviewQuery} can show only the end of the date range. */
export function isTooLong(name: DateRangeName, now: Timestamp): boolean {
  const days = daysOf(name, now);
  return days === null || days[1] - days[0] >= MAX_DAYS * ONE_DAY;
}

export function intervalOf(name: DateRangeName, now: Timestamp): Interval {
  const days = daysOf(name, now);
  return days !== null && days[1] - days[0] < MAX_DAYS_BY_HOUR * ONE_DAY ? "hour" : "day";
}

/**
 * The query for a date range around `now`. It covers whole days, at most {@link MAX_DAYS}; the server ends it at its own current time, which may
 * differ from this browser's.
 */
export function toOverviewQuery(name: DateRangeName, now: Date): OverviewQuery {
  const { timeZone: tz } = siteTime();
  const at = now.getTime();
  const [first, last] = daysOf(name, at) ?? [Number.NEGATIVE_INFINITY, todayOf(at)];
  const from = Math.max(first, last - (MAX_DAYS - 1) * ONE_DAY);
  return { from: instantAt(from, tz), to: instantAt(last + ONE_DAY, tz), interval: intervalOf(name, at), tz };
}

/** Start of the last hour or day of a date range, which may be in the future. */
export function lastStart(name: DateRangeName, now: Date): Timestamp {
  const { to, interval, tz } = toOverviewQuery(name, now);
  return interval === "day" ? startOfDay(to - 1, tz) : to - ONE_HOUR;
}

function weekOf(day: WallClock): WallClock {
  // `getUTCDay` numbers Sunday 0.
  return day - ((new Date(day).getUTCDay() - siteTime().weekStart + DAYS_OF_WEEK) % DAYS_OF_WEEK) * ONE_DAY;
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
