import { ONE_DAY } from "@marquee/contract";
import type { SizeHistory } from "@marquee/contract/schema";

type Days = SizeHistory["days"];

/** Minimum number of days to compute a rate. */
const FEWEST_DAYS = 7;
/**
 * Share of the variance that a straight line must explain. Otherwise, for example after a cleanup, there is no steady rate.
 */
const LEAST_FIT = 0.7;
/** Longest forecast. */
const LONGEST = 365;

/** Growth in bytes a day; null before a week has been measured. */
export function growthPerDay(days: Days): number | null {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const length = dayNumber(last.day) - dayNumber(first.day);
  return length < FEWEST_DAYS - 1 ? null : (last.bytes - first.bytes) / length;
}

/**
 * Days until a disk is full at the current rate.
 * @param used used bytes by day. @param free bytes that are free now.
 * @returns null if it does not grow steadily, or will last longer than a year.
 */
export function daysUntilFull(used: Days, free: number): number | null {
  if (used.length < FEWEST_DAYS) return null;
  const points = used.map(({ day, bytes }) => ({ x: dayNumber(day), y: bytes }));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const sum = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((all, point) => all + of(point), 0);
  const [ofX, ofY] = [sum((point) => (point.x - x) ** 2), sum((point) => (point.y - y) ** 2)];
  const together = sum((point) => (point.x - x) * (point.y - y));
  if (together <= 0 || together ** 2 / (ofX * ofY) < LEAST_FIT) return null;
  const days = Math.floor(free / (together / ofX));
  return days > LONGEST ? null : days;
}

/** Days since the epoch. */
function dayNumber(day: string): number {
  return Date.parse(day) / ONE_DAY;
}
