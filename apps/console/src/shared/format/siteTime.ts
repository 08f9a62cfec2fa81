import type { SiteTime } from "@marquee/contract/schema";

/** Before the session is loaded, no screen shows a time. */
let current: SiteTime = { timeZone: "UTC", weekStart: 1 };
const formats = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>();

/**
 * Sets the time zone and first day of the week of every screen. They are the site's, regardless of the viewer's.
 */
export function setSiteTime(time: SiteTime): void {
  if (time.timeZone !== current.timeZone) formats.clear();
  current = time;
}

export function siteTime(): SiteTime {
  return current;
}

/**
 * Formats a time in the site's time zone. @param options must be a constant, because its formatter is cached.
 */
export function formatTime(options: Intl.DateTimeFormatOptions, instant: number): string {
  return formatOf(options).format(instant);
}

/** Formats a time range in the site's time zone, without repeating a common day. @param options see {@link formatTime}. */
export function formatTimeRange(options: Intl.DateTimeFormatOptions, from: number, to: number): string {
  return formatOf(options).formatRange(from, to);
}

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const cached = formats.get(options);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: current.timeZone });
  formats.set(options, format);
  return format;
}
