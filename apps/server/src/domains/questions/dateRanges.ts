import {
  type Days,
  dayOf,
  instantAt,
  lastDays,
  lastMonths,
  nextHour,
  ONE_DAY,
  ONE_HOUR,
  previousPeriod,
  shortenText,
  startOfDay,
  startOfHour,
  type TimeDimension,
  type TimeRange,
  type Timestamp,
  type WallClock,
  type Weekday,
  wallClockOf,
} from "@marquee/contract";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { SentQuery } from "./checkQuery.ts";

export interface Clock {
  now: Timestamp;
  /** IANA name of the site's time zone. */
  tz: string;
  weekStart: Weekday;
}

const MAX_DAYS = 5000;
const MAX_MONTHS = 100;
/** Maximum number of buckets of a time dimension. */
const MAX_BUCKETS = 10_000;

/**
 * The time that a date range covers, whole days of the site's time zone unless it consists of times.
 * @param firstEvent start of `all`.
 * @throws {ApiError} bad_request for an invalid range.
 */
export function readDateRange(
  range: string | readonly string[],
  { now, tz }: Clock,
  firstEvent: Timestamp | null,
): TimeRange {
  if (typeof range !== "string") return readCustom(range, tz);
  const today = new Date(wallClockOf(now, tz));
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const monthStart = (index: number) => instantAt(Date.UTC(year, index), tz);
  const dayStart = (days: number) => startOfDay(now, tz, days);
  const wholeDays = ([first, last]: Days) => ({
    from: instantAt(first, tz),
    to: instantAt(last + ONE_DAY, tz),
  });
  const day = dayOf({ now, timeZone: tz });
  const [, number = "", unit] = /^(\d{1,4})(d|mo)$/.exec(range) ?? [];
  const count = Number(number);
  if (unit === "d" && count >= 1 && count <= MAX_DAYS) return wholeDays(lastDays(day, count));
  if (unit === "mo" && count >= 1 && count <= MAX_MONTHS) return wholeDays(lastMonths(day, count));
  switch (range) {
    case "day":
      return { from: dayStart(0), to: dayStart(1) };
    case "24h":
      return { from: now - ONE_DAY, to: now };
    case "month":
      return { from: monthStart(month), to: monthStart(month + 1) };
    case "year":
      return { from: monthStart(0), to: monthStart(12) };
    case "all":
      return { from: startOfDay(Math.min(firstEvent ?? now, now), tz), to: dayStart(1) };
    default:
      throw new ApiError(
        "bad_request",
        `Invalid date_range \`${range}\`. Use day, 24h, 7d, 28d, 30d, 91d, month, 6mo, 12mo, year, all, or two ISO 8601 dates.`,
      );
  }
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

function readCustom(range: readonly string[], tz: string): TimeRange {
  const [first = "", last = ""] = range;
  const read = (): TimeRange | null => {
    const [start, end] = [readDay(first), readDay(last)];
    if (start !== null && end !== null)
      return { from: instantAt(start, tz), to: instantAt(end + ONE_DAY, tz) };
    // The last second of a range of times is included.
    return TIME.test(first) && TIME.test(last)
      ? { from: Date.parse(first), to: Date.parse(last) + 1000 }
      : null;
  };
  const custom = read();
  if (!custom || Number.isNaN(custom.from) || Number.isNaN(custom.to) || custom.from < 0)
    throw new ApiError(
      "bad_request",
      `Invalid date_range \`${shortenText(JSON.stringify(range), 200)}\`. Use two ISO 8601 dates, or two times with offsets.`,
    );
  if (custom.to <= custom.from)
    throw new ApiError("bad_request", "Invalid date_range: it must end after it starts.");
  return custom;
}

/** Midnight of an ISO 8601 date; null for anything else, such as February 30. */
function readDay(text: string): WallClock | null {
  if (!DATE.test(text)) return null;
  const day = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== text ? null : day;
}

/**
 * The range that a range is compared with. One that has not ended is compared with the same part of the earlier one, up to the same time of day.
 * @param range full range. @throws {ApiError} bad_request for an invalid comparison.
 */
export function readComparison(
  comparison: NonNullable<NonNullable<SentQuery["include"]>["comparisons"]>,
  range: TimeRange,
  { now, tz }: Clock,
): TimeRange {
  const passed = { from: range.from, to: passedEnd(range, now) };
  const days = Math.round(
    (wallClockOf(range.to, tz) - wallClockOf(range.from, tz)) / ONE_DAY || ONE_HOUR / ONE_DAY,
  );
  const matchesWeekdays = comparison.match_day_of_week === true;
  switch (comparison.mode) {
    case "previous_period": {
      const whole = Math.max(1, days);
      return previousPeriod(passed, tz, matchesWeekdays ? Math.ceil(whole / 7) * 7 : whole);
    }
    case "year_over_year": {
      if (matchesWeekdays) return previousPeriod(passed, tz, 364);
      return { from: yearBefore(passed.from, tz), to: yearBefore(passed.to, tz) };
    }
    case "custom":
      if (!comparison.date_range)
        throw new ApiError("bad_request", "A custom comparison needs a `date_range`.");
      return readCustom(comparison.date_range, tz);
    default:
      throw new ApiError(
        "bad_request",
        `Unknown comparison mode \`${comparison.mode}\`. Use previous_period, year_over_year or custom.`,
      );
  }
}

/** The end of a range, or now if it has not ended. */
export function passedEnd({ from, to }: TimeRange, now: Timestamp): Timestamp {
  return from > now ? to : Math.min(to, now + 1);
}

function yearBefore(instant: Timestamp, tz: string): Timestamp {
  const wall = new Date(wallClockOf(instant, tz));
  const [year, month, day] = [wall.getUTCFullYear() - 1, wall.getUTCMonth(), wall.getUTCDate()];
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = wall.getTime() % ONE_DAY;
  return instantAt(Date.UTC(year, month, Math.min(day, daysInMonth)) + timeOfDay, tz);
}

const LONGEST_BY_HOUR = 2 * ONE_DAY + 2 * ONE_HOUR;
const LONGEST_BY_DAY = 93 * ONE_DAY;

/** The interval of the dimension `time` in a range. */
export function intervalOf({ from, to }: TimeRange): Exclude<TimeDimension, "time"> {
  if (to - from <= LONGEST_BY_HOUR) return "time:hour";
  return to - from <= LONGEST_BY_DAY ? "time:day" : "time:month";
}

/** Labels of all buckets that overlap a range, as in results: dates, or times with offsets for hours. @throws {ApiError} bad_request for too many. */
export function bucketLabels(
  { from, to }: TimeRange,
  interval: TimeDimension,
  { tz, weekStart }: Pick<Clock, "tz" | "weekStart">,
): string[] {
  const labels: string[] = [];
  const add = (label: string) => {
    if (labels.length >= MAX_BUCKETS)
      throw new ApiError(
        "bad_request",
        `The range has more than ${MAX_BUCKETS} ${interval} buckets. Use a longer interval.`,
      );
    labels.push(label);
  };
  if (interval === "time:hour") {
    for (let hour = startOfHour(from, tz); hour < to; hour = nextHour(hour, tz)) add(toIso(hour, tz));
    return labels;
  }
  const lastDay = midnight(wallClockOf(to - 1, tz));
  let day = startOfBucket(midnight(wallClockOf(from, tz)), interval, weekStart);
  for (; day <= lastDay; day = nextBucket(day, interval)) add(new Date(day).toISOString().slice(0, 10));
  return labels;
}

const midnight = (wall: WallClock) => Math.floor(wall / ONE_DAY) * ONE_DAY;

function startOfBucket(day: WallClock, interval: TimeDimension, weekStart: Weekday): WallClock {
  const date = new Date(day);
  if (interval === "time:month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  // `getUTCDay` numbers Sunday 0.
  return interval === "time:week" ? day - ((date.getUTCDay() - weekStart + 7) % 7) * ONE_DAY : day;
}

function nextBucket(day: WallClock, interval: TimeDimension): WallClock {
  const date = new Date(day);
  if (interval === "time:month") return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return day + (interval === "time:week" ? 7 : 1) * ONE_DAY;
}

/** A time as ISO 8601 with the time zone's offset, such as `2026-10-25T02:00:00+02:00`. */
export function toIso(instant: Timestamp, tz: string): string {
  const wall = wallClockOf(instant, tz);
  const minutes = Math.round((wall - instant) / 60_000);
  const two = (number: number) => String(number).padStart(2, "0");
  const offset = `${minutes < 0 ? "-" : "+"}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${new Date(wall).toISOString().slice(0, 19)}${offset}`;
}
