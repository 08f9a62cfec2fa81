import { ONE_HOUR } from "@marquee/contract";
import type { OverviewQuery } from "@marquee/contract/schema";

/**
 * The start of every hour or day that overlaps a date range, in local time of its time zone. A day has 23 or 25 hours when the clock changes.
 * @returns milliseconds since the epoch, ascending.
 */
export function bucketStarts({ from, to, interval, tz }: OverviewQuery): number[] {
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: tz,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    ...(interval === "hour" ? { hour: "2-digit" as const } : {}),
  });
  const offsets = new Intl.DateTimeFormat("en", { timeZone: tz, timeZoneName: "longOffset" });
  const starts: number[] = [];
  // Offsets between time zones are multiples of 15 minutes, so every hour and day starts on a quarter of an hour.
  const step = ONE_HOUR / 4;
  let label = "";
  for (let at = Math.floor(from / step) * step - 24 * ONE_HOUR; at < to; at += step) {
    const next = clock.format(at) + (interval === "hour" ? Math.floor(offsetHours(at, offsets)) : "");
    if (next !== label) starts.push(at);
    label = next;
  }
  const first = starts.findLastIndex((start) => start <= from);
  return starts.slice(Math.max(first, 0));
}

/**
 * A time series with one point per start; starts without a point get `empty`. ClickHouse's `WITH FILL` does not support steps of 23 or 25 hours,
 * so this fills the days of a time zone instead.
 */
export function fillGaps<Point extends { start: number }>(
  starts: readonly number[],
  points: readonly Point[],
  empty: Omit<Point, "start">,
): Point[] {
  const known = new Map(points.map((point) => [Number(point.start), point]));
  // Safe cast: `empty` or a point supplies every property except `start`.
  return starts.map((start) => ({ ...empty, ...known.get(start), start }) as Point);
}

/** UTC offset in whole hours. It distinguishes the repeated hour in autumn from the one before it. */
function offsetHours(at: number, offsets: Intl.DateTimeFormat): number {
  const parts = offsets.formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const [, sign = "+", hours = "0"] = /GMT([+-])?(\d+)?/.exec(name) ?? [];
  return Number(`${sign}${hours}`);
}
