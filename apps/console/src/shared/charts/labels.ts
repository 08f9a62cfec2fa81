import type { Interval } from "@marquee/contract/schema";

const HOUR = { hour: "2-digit", minute: "2-digit" } as const;

/** An hour or day as it is said in a sentence: "14:00", "Mon, 1 Jun". */
export function labelOf(start: number, interval: Interval): string {
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  return new Intl.DateTimeFormat("en-GB", interval === "hour" ? HOUR : day).format(start);
}

/** An hour or day as it stands at an axis: "14:00", "1 Jun". */
export function shortLabelOf(start: number, interval: Interval): string {
  const day = { day: "numeric", month: "short" } as const;
  return new Intl.DateTimeFormat("en-GB", interval === "hour" ? HOUR : day).format(start);
}
