import type { OverviewQuery } from "@marquee/contract/schema";

/** Spans that the address can name as `?range=`. Days begin and end at midnight where the reader is. */
export const RANGES = {
  today: { label: "Today", days: 1, interval: "hour" },
  "7d": { label: "7 days", days: 7, interval: "day" },
  "30d": { label: "30 days", days: 30, interval: "day" },
  "90d": { label: "90 days", days: 90, interval: "day" },
} as const;
export type DateRangeName = keyof typeof RANGES;
const DEFAULT_RANGE: DateRangeName = "30d";

/** @param search a query string; what names no range is the default one. */
export function readDateRange(search: string): DateRangeName {
  const name = new URLSearchParams(search).get("range") ?? "";
  return Object.hasOwn(RANGES, name) ? (name as DateRangeName) : DEFAULT_RANGE;
}

/** The span of a range that ends with the day of `now`, by the clock of the reader's time zone. */
export function toOverviewQuery(name: DateRangeName, now: Date): OverviewQuery {
  const { days, interval } = RANGES[name];
  const midnight = (offset: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).getTime();
  return {
    from: midnight(1 - days),
    to: midnight(1),
    interval,
    tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
