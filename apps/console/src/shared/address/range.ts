import {
  type DateRangeName,
  type Days,
  dayOf,
  daysOfRange,
  defaultRangeOf,
  formatRecentDays,
  type Interval,
  instantAt,
  ONE_DAY,
  ONE_HOUR,
  parseDateRange,
  passedDays,
  type SeriesRange,
  type SiteClock,
  startOfDay,
  type Timestamp,
  type WallClock,
} from "@marquee/contract";
import { useLocation, useSearch } from "wouter";
import { siteTime } from "../format/siteTime.ts";

export {
  type CustomRange,
  customRange,
  type DateRangeName,
  isPreset,
  parseDateRange,
  RANGES,
  type RangePreset,
  writeDay,
} from "@marquee/contract";

/** The longest date range, in days, of screens that do not use the query API. */
export const MAX_DAYS = 800;
/** The longest date range, in days, that is shown by hour. */
const MAX_DAYS_BY_HOUR = 2;

/**
 * Reads the date range, or the screen's default if there is none.
 * @param path of the screen. @param search a query string.
 */
export function readDateRange(path: string, search: string): DateRangeName {
  return parseDateRange(new URLSearchParams(search).get("range") ?? "") ?? defaultRangeOf(path);
}

/** The date range in the URL. */
export function useDateRange(): DateRangeName {
  const [path] = useLocation();
  return readDateRange(path, useSearch());
}

/** The site's clock at a time. */
export const clockAt = (now: Timestamp): SiteClock => ({ now, ...siteTime() });

/** The days that a range covers around `now`, including future ones; null for all stored data. */
export function daysOf(name: DateRangeName, now: Timestamp): Days | null {
  return daysOfRange(name, clockAt(now));
}

/** The dates that a range covers, up to today: "Oct 30 – Nov 28"; null for all stored data. */
export function datesOf(name: DateRangeName, now: Timestamp): string | null {
  const days = passedDays(name, clockAt(now));
  return days && formatRecentDays(...days, todayOf(now));
}

/** The current day of the site's time zone. */
export function todayOf(now: Timestamp): WallClock {
  return dayOf(clockAt(now));
}

/** Whether the date range includes the current day, so that its last hour or day is partial. */
export function includesNow(name: DateRangeName, now: Timestamp): boolean {
  const days = daysOf(name, now);
  const today = todayOf(now);
  return days === null || (days[0] <= today && days[1] >= today);
}

/** Whether a screen that shows a {@link seriesRange} can show only the end of the date range. */
export function isTooLong(name: DateRangeName, now: Timestamp): boolean {
  const days = daysOf(name, now);
  return days === null || days[1] - days[0] >= MAX_DAYS * ONE_DAY;
}

export function intervalOf(name: DateRangeName, now: Timestamp): Interval {
  const days = daysOf(name, now);
  return days !== null && days[1] - days[0] < MAX_DAYS_BY_HOUR * ONE_DAY ? "hour" : "day";
}

/** The times of a date range around `now`, those to come included: whole days, at most {@link MAX_DAYS}. */
export function seriesRange(name: DateRangeName, now: Date): SeriesRange {
  const { timeZone: tz } = siteTime();
  const at = now.getTime();
  const [first, last] = daysOf(name, at) ?? [Number.NEGATIVE_INFINITY, todayOf(at)];
  const from = Math.max(first, last - (MAX_DAYS - 1) * ONE_DAY);
  return { from: instantAt(from, tz), to: instantAt(last + ONE_DAY, tz), interval: intervalOf(name, at), tz };
}

/** Start of the last hour or day of a date range, which may be in the future. */
export function lastStart(name: DateRangeName, now: Date): Timestamp {
  const { to, interval, tz } = seriesRange(name, now);
  return interval === "day" ? startOfDay(to - 1, tz) : to - ONE_HOUR;
}
