import { type Milliseconds, ONE_DAY, ONE_HOUR, ONE_MINUTE, type Timestamp } from "./time.ts";

/** The local time in a time zone, as `Date.UTC` of that date and time. Its weekday and midnight are those of the time zone. */
export type WallClock = number;

/** Days are numbered as in ISO 8601: Monday is 1 and Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** From `from` (inclusive) to `to` (exclusive), in milliseconds since the epoch. */
export interface TimeRange {
  from: Timestamp;
  to: Timestamp;
}

export type Interval = "hour" | "day";

/** A time range by hour or day of a time zone. */
export interface SeriesRange extends TimeRange {
  interval: Interval;
  /** IANA name. */
  tz: string;
}

const QUARTER: Milliseconds = 15 * ONE_MINUTE;
const MAX_CLOCKS = 50;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time on clocks of a time zone. @throws {RangeError} for an unknown time zone. */
export function wallClockOf(instant: Timestamp, timeZone: string): WallClock {
  // Formatting takes a thousand times as long.
  if (timeZone === "UTC") return instant;
  const parts = clockOf(timeZone).formatToParts(instant);
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const whole = Date.UTC(
    read("year"),
    read("month") - 1,
    read("day"),
    read("hour"),
    read("minute"),
    read("second"),
  );
  return whole + (((instant % 1000) + 1000) % 1000);
}

/**
 * The first instant at which clocks of a time zone show `wall`. If they skip it (the hour that is lost in spring), the instant at which they skip.
 */
export function instantAt(wall: WallClock, timeZone: string): Timestamp {
  const offsetAt = (instant: Timestamp) => wallClockOf(instant, timeZone) - instant;
  // Both offsets that can apply: a time zone changes its offset at most once within two days.
  const [earlier, later] = [offsetAt(wall - ONE_DAY), offsetAt(wall + ONE_DAY)];
  const candidates = [wall - earlier, wall - later].sort((a, b) => a - b);
  const match = candidates.find((instant) => wallClockOf(instant, timeZone) === wall);
  if (match !== undefined) return match;
  // Clocks skip `wall` between the two candidates.
  let [before = 0, after = 0] = candidates;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === earlier) before = middle;
    else after = middle;
  }
  return after;
}

/** The start of the day that contains `instant`, or of the day `days` later. */
export function startOfDay(instant: Timestamp, timeZone: string, days = 0): Timestamp {
  return instantAt(midnightOf(wallClockOf(instant, timeZone)) + days * ONE_DAY, timeZone);
}

/** Time since clocks showed a whole hour. Some time zones are not whole hours from UTC. */
function sinceHour(instant: Timestamp, timeZone: string): Milliseconds {
  return wallClockOf(instant, timeZone) % ONE_HOUR;
}

/**
 * The start of the hour on clocks that contains `instant`. Where clocks change by half an hour, the hour after the change starts at the change, so it has half
 * an hour: on Lord Howe Island, 02:30 follows 01:59.
 */
export function startOfHour(instant: Timestamp, timeZone: string): Timestamp {
  const whole = instant - sinceHour(instant, timeZone);
  const rest = sinceHour(whole, timeZone);
  return rest === 0 ? whole : whole + ONE_HOUR - rest;
}

/** The start of the hour after the one that starts at `start`. */
export function nextHour(start: Timestamp, timeZone: string): Timestamp {
  const after = start + ONE_HOUR;
  if (
    wallClockOf(after, timeZone) - wallClockOf(start, timeZone) === ONE_HOUR &&
    sinceHour(after, timeZone) === 0
  )
    return after;
  // Clocks change by quarters of an hour at least.
  for (let later = start + QUARTER; ; later += QUARTER) {
    const next = startOfHour(later, timeZone);
    if (next > start) return next;
  }
}

/** The start of the week that contains `instant`. @param weekStart first day of the week. */
export function startOfWeek(instant: Timestamp, timeZone: string, weekStart: Weekday): Timestamp {
  const wall = wallClockOf(instant, timeZone);
  // `getUTCDay` numbers Sunday 0.
  const daysIn = (new Date(wall).getUTCDay() - weekStart + 7) % 7;
  return startOfDay(instant, timeZone, -daysIn);
}

/**
 * The comparison range of a range: the same hours on clocks, a whole number of days earlier. Today until 12:34 is compared with yesterday until 12:34,
 * even if one of the days is shorter.
 * @param days how many days earlier; by default, the number of days that the range touches.
 */
export function previousPeriod(
  { from, to }: TimeRange,
  timeZone: string,
  days = daysIn({ from, to }, timeZone),
): TimeRange {
  const shift = (wall: WallClock) => instantAt(wall - days * ONE_DAY, timeZone);
  return { from: shift(leftAt(from, timeZone)), to: shift(reachedAt(to, timeZone)) };
}

/** Number of days of a time zone that a range touches. */
function daysIn({ from, to }: TimeRange, timeZone: string): number {
  const dayOf = (instant: Timestamp) => midnightOf(wallClockOf(instant, timeZone)) / ONE_DAY;
  return dayOf(to - 1) - dayOf(from) + 1;
}

/** The time that clocks leave at `instant`. It differs from the one they show only if they skip time right then, as at a midnight in spring. */
function leftAt(instant: Timestamp, timeZone: string): WallClock {
  return Math.min(wallClockOf(instant, timeZone), wallClockOf(instant - 1, timeZone) + 1);
}

/** Longest repeated time on clocks. */
const MAX_REPEAT: Milliseconds = 180 * ONE_MINUTE;

/**
 * The latest time that clocks have shown until `instant`. It differs from the current one only while clocks repeat an hour in autumn, all of which has
 * been covered the first time.
 */
function reachedAt(instant: Timestamp, timeZone: string): WallClock {
  const wall = wallClockOf(instant, timeZone);
  const offset = wall - instant;
  const offsetBefore = wallClockOf(instant - MAX_REPEAT, timeZone) - (instant - MAX_REPEAT);
  if (offsetBefore <= offset) return wall;
  // Clocks went back by `offsetBefore - offset` within the last hours, at the instant after the first showing of `end`.
  const end = lastBefore(instant, offset, timeZone) + offsetBefore;
  return Math.max(wall, end);
}

/** The instant at which the time zone's offset became `offset`, within {@link MAX_REPEAT} before `instant`. */
function lastBefore(instant: Timestamp, offset: Milliseconds, timeZone: string): Timestamp {
  let [before, after] = [instant - MAX_REPEAT, instant];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallClockOf(middle, timeZone) - middle === offset) after = middle;
    else before = middle;
  }
  return after;
}

function midnightOf(wall: WallClock): WallClock {
  return Math.floor(wall / ONE_DAY) * ONE_DAY;
}

/** Whether `name` is an IANA time zone that this runtime knows. Offsets such as `+02:00` are not, because they have no daylight saving. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Creating a formatter takes longer than using it, so they are kept. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone);
  if (cached) return cached;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  // Requests may name any time zone in any spelling.
  if (clocks.size >= MAX_CLOCKS) clocks.clear();
  clocks.set(timeZone, clock);
  return clock;
}
