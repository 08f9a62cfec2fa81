import {
  type Milliseconds,
  ONE_DAY,
  ONE_HOUR,
  ONE_MINUTE,
  ONE_SECOND,
  type TimeRange,
} from "@marquee/contract";
import { formatTime, formatTimeRange } from "./siteTime.ts";

const oneDecimal = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat("en", {
  style: "percent",
  signDisplay: "exceptZero",
  maximumFractionDigits: 0,
});
const plainPercent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });
const relative = new Intl.RelativeTimeFormat("en", { style: "narrow" });
const points = new Intl.NumberFormat("en", { signDisplay: "exceptZero", maximumFractionDigits: 1 });
const finePoints = new Intl.NumberFormat("en", { signDisplay: "exceptZero", maximumFractionDigits: 2 });
const CLOCK = { timeStyle: "medium", hourCycle: "h23" } as const;

export const formatShare = (share: number) => plainPercent.format(share);
/** The time of day, in the site's time zone, like all times here: "14:05:33". */
export const formatClock = (instant: number) => formatTime(CLOCK, instant);

const MINUTE = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
/** The time of day without seconds: "14:05". */
export const formatMinute = (instant: number) => formatTime(MINUTE, instant);

/** Relative change from `before` to `now`: "+12%"; null if `before` is 0. */
export function formatChange(now: number, before: number): string | null {
  return before === 0 ? null : percent.format((now - before) / before);
}

/** Difference of two rates in percentage points: "+2.1 pp", "-0.06 pp". A change in percent of a rate in percent would be misread. */
export function formatPoints(now: number, before: number): string {
  const difference = (now - before) * 100;
  return `${(Math.abs(difference) < 1 ? finePoints : points).format(difference)} pp`;
}

/** Megabytes with one decimal: "18.4 MB". */
export const formatMegabytes = (bytes: number) => `${oneDecimal.format(bytes / 1e6)} MB`;

/** Time elapsed in the largest unit that fits: "5s ago", "3m ago"; "now" under five seconds. */
export function formatAgo(instant: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - instant) / 1000));
  if (seconds < 5) return "now";
  if (seconds < 60) return relative.format(-seconds, "second");
  if (seconds < 3600) return relative.format(-Math.round(seconds / 60), "minute");
  if (seconds < 86_400) return relative.format(-Math.round(seconds / 3600), "hour");
  return relative.format(-Math.round(seconds / 86_400), "day");
}

const DAY = { day: "numeric", month: "short", year: "numeric" } as const;

/** A date: "Nov 21, 2026". */
export const formatDay = (instant: number) => formatTime(DAY, instant);

const INSTANT = {
  hourCycle: "h23",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
} as const;
const RANGE = {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;
const PRECISE = { hourCycle: "h23", dateStyle: "medium", timeStyle: "long" } as const;

/** A date and time, for lists: "Nov 21, 11:02:33". */
export const formatInstant = (instant: number) => formatTime(INSTANT, instant);
const SECOND = { hourCycle: "h23", hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;

const LENGTHS = [
  ["day", ONE_DAY],
  ["hour", ONE_HOUR],
  ["minute", ONE_MINUTE],
  ["second", ONE_SECOND],
] as const;

/**
 * A length of time in milliseconds, roughly, in the largest unit with a value of at least two: "12 minutes".
 */
export function formatLength(length: Milliseconds): string {
  const [unit, size] = LENGTHS.find(([, each]) => length >= 2 * each) ?? LENGTHS[3];
  return new Intl.NumberFormat("en", { style: "unit", unit, unitDisplay: "long" }).format(
    Math.round(length / size),
  );
}

/** A time of day, for what happens within minutes: "11:02:33". */
export const formatSecond = (instant: number) => formatTime(SECOND, instant);
/** A range of dates and times: "Nov 24, 00:00 – 12:34". */
export const formatRange = ({ from, to }: TimeRange) => formatTimeRange(RANGE, from, to);
const YEAR = { year: "numeric" } as const;
const DATED_RANGE = { ...RANGE, year: "numeric" } as const;

/** The same, with the year unless both are in the current one. */
export function formatPeriod(range: TimeRange): string {
  const yearOf = (instant: number) => formatTime(YEAR, instant);
  const isThisYear = yearOf(range.from) === yearOf(Date.now());
  return isThisYear ? formatRange(range) : formatTimeRange(DATED_RANGE, range.from, range.to);
}

/** A date and time, with year and time zone. */
export const formatPrecise = (instant: number) => formatTime(PRECISE, instant);

/** A position in a replay, given in milliseconds: "1:05", "1:02:05". */
export function formatTimecode(time: number): string {
  const seconds = Math.floor(Math.max(0, time) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
