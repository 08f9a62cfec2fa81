import { instantAt, ONE_DAY, ONE_HOUR, startOfWeek, type Timestamp, wallClockOf } from "@marquee/contract";
import type { Site } from "@marquee/contract/schema";

/** A whole week of the Site. Days are ISO 8601 dates, both included. */
export interface DigestWeek {
  first: string;
  last: string;
  from: Timestamp;
  to: Timestamp;
  /** When its digest is sent. */
  dueAt: Timestamp;
}

/** When people begin to work on the first day of the next week. */
const TIME_OF_DAY = 8 * ONE_HOUR;

/** The latest week whose digest is due. */
export function dueWeek(now: Timestamp, site: Pick<Site, "timeZone" | "weekStart">): DigestWeek {
  const { timeZone: tz, weekStart } = site;
  const weekBefore = (start: Timestamp) => startOfWeek(start - ONE_DAY, tz, weekStart);
  const dueAt = (end: Timestamp) => instantAt(wallClockOf(end, tz) + TIME_OF_DAY, tz);
  const start = startOfWeek(now, tz, weekStart);
  const to = now >= dueAt(start) ? start : weekBefore(start);
  const from = weekBefore(to);
  const day = (instant: Timestamp) => new Date(wallClockOf(instant, tz)).toISOString().slice(0, 10);
  return { first: day(from), last: day(to - 1), from, to, dueAt: dueAt(to) };
}

/** When the next digest is sent. */
export function nextDigestAt(now: Timestamp, site: Pick<Site, "timeZone" | "weekStart">): Timestamp {
  const { to } = dueWeek(now, site);
  const { timeZone: tz } = site;
  return instantAt(wallClockOf(to, tz) + 7 * ONE_DAY + TIME_OF_DAY, tz);
}
