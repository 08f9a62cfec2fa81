import type { Interval } from "@marquee/contract/schema";

const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** An hour or day as written in a sentence: "14:00", "Mon, Jun 1". */
export function labelOf(start: number, interval: Interval): string {
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  return new Intl.DateTimeFormat("en-US", interval === "hour" ? HOUR : day).format(start);
}

/** An hour or day as an axis label: "14:00", "Jun 1". */
export function shortLabelOf(start: number, interval: Interval): string {
  const day = { day: "numeric", month: "short" } as const;
  return new Intl.DateTimeFormat("en-US", interval === "hour" ? HOUR : day).format(start);
}
