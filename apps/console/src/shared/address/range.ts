import { ONE_HOUR, startOfDay, startOfWeek, type Timestamp } from "@marquee/contract";
import type { Interval, OverviewQuery } from "@marquee/contract/schema";
import { siteTime } from "../format/siteTime.ts";

interface RangeKind {
  label: string;
  interval: Interval;
  /** Number of days, the current one included; null for the current week. */
  days: number | null;
}

/** Date ranges for `?range=` in the URL. Days and weeks are those of the site's time zone. All of them include the current day and end now. */
export const RANGES = {
  today: { label: "Today", days: 1, interval: "hour" },
  week: { label: "This week", days: null, interval: "day" },
  "7d": { label: "7 days", days: 7, interval: "day" },
  "30d": { label: "30 days", days: 30, interval: "day" },
  "90d": { label: "90 days", days: 90, interval: "day" },
} as const satisfies Record<string, RangeKind>;
export type DateRangeName = keyof typeof RANGES;
const DEFAULT_RANGE: DateRangeName = "30d";
const DAYS_OF_WEEK = 7;

/**
 * Reads the date range, or the default if there is none.
 * @param search a query string.
 */
export function readDateRange(search: string): DateRangeName {
  const name = new URLSearchParams(search).get("range") ?? "";
  return Object.hasOwn(RANGES, name) ? (name as DateRangeName) : DEFAULT_RANGE;
}

/** The query for a date range around `now`. It covers whole days; the server ends it at its own current time, which may differ from this browser's. */
export function toOverviewQuery(name: DateRangeName, now: Date): OverviewQuery {
  const { timeZone: tz, weekStart } = siteTime();
  const { days, interval } = RANGES[name];
  const at = now.getTime();
  const from = days === null ? startOfWeek(at, tz, weekStart) : startOfDay(at, tz, 1 - days);
  return { from, to: startOfDay(from, tz, daysOf(name)), interval, tz };
}

/** Number of days of a date range, and of days between it and the one that it is compared with: a week is compared with the same days of the week before. */
export function daysOf(name: DateRangeName): number {
  return RANGES[name].days ?? DAYS_OF_WEEK;
}

/** Start of the last hour or day of a date range, which may be in the future. */
export function lastStart(name: DateRangeName, now: Date): Timestamp {
  const { to, interval, tz } = toOverviewQuery(name, now);
  return interval === "day" ? startOfDay(to - 1, tz) : to - ONE_HOUR;
}
