import { nextHour, type SeriesRange, startOfDay, startOfHour, type Timestamp } from "@marquee/contract";

/**
 * The start of every hour or day that overlaps a date range, in local time of its time zone. A day has 23 or 25 hours when the clock changes, and an
 * hour that occurs twice is two buckets.
 * @returns milliseconds since the epoch, ascending.
 */
export function bucketStarts({ from, to, interval, tz }: SeriesRange): number[] {
  const starts: number[] = [];
  const next = interval === "hour" ? nextHour : nextDay;
  const first = interval === "hour" ? startOfHour(from, tz) : startOfDay(from, tz);
  for (let start = first; start < to; start = next(start, tz)) starts.push(start);
  return starts;
}

function nextDay(start: Timestamp, tz: string): Timestamp {
  return startOfDay(start, tz, 1);
}

/**
 * A time series with one point per start; starts without a point get `empty`. ClickHouse's `WITH FILL` does not support steps of 23 or 25 hours,
 * so this fills the days of a time zone instead.
 * @param starts ascending. A point belongs to the last of them that is not after its own start, because the store's start of a day differs where clocks
 * skip midnight.
 */
export function fillGaps<Point extends { start: number }>(
  starts: readonly number[],
  points: readonly Point[],
  empty: Omit<Point, "start">,
): Point[] {
  const startOf = (at: number) => starts.findLast((start) => start <= at) ?? starts[0];
  const pointsByStart = new Map(points.map((point) => [startOf(Number(point.start)), point]));
  // Safe cast: `empty` or a point supplies every property except `start`.
  return starts.map((start) => ({ ...empty, ...pointsByStart.get(start), start }) as Point);
}
