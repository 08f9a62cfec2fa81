import type { OverviewQuery } from "@marquee/contract/schema";

/** Date ranges for `?range=` in the URL. Days start and end at midnight in the local time zone. */
export const RANGES = {
  today: { label: "Today", days: 1, interval: "hour" },
  "7d": { label: "7 days", days: 7, interval: "day" },
  "30d": { label: "30 days", days: 30, interval: "day" },
  "90d": { label: "90 days", days: 90, interval: "day" },
} as const;
export type DateRangeName = keyof typeof RANGES;
const DEFAULT_RANGE: DateRangeName = "30d";

/**
 * Reads the date range, or the default if there is none.
 * @param search a query string.
 */
export function readDateRange(search: string): DateRangeName {
  const name = new URLSearchParams(search).get("range") ?? "";
  return Object.hasOwn(RANGES, name) ? (name as DateRangeName) : DEFAULT_RANGE;
}

/** The query for a date range that ends with the day of `now`, in the local time zone. */
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
