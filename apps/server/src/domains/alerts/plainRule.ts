import type { AlertDirection, AlertRule, AlertWindow } from "@marquee/contract/schema";
import { type HourlyCounts, sumsOf } from "./seasonalRange.ts";

export type PlainRule = Exclude<AlertRule, { type: "unusual" }>;

/** What was counted in a window. */
export interface PlainReading {
  hours: number;
  /** A count, or a percentage for rates. */
  value: number;
  /**
   * The value to compare with: that of the previous window, or for a day, that of the same day a week earlier.
   * Null for thresholds.
   */
  before: number | null;
  isWrong: boolean;
}

interface Ruled {
  rule: PlainRule;
  direction: AlertDirection;
  window: AlertWindow;
  /** Index of the first hour that was measured. */
  begin: number;
}

const DAY = 24;
const WEEK = 7 * DAY;

/** Reads counts against a threshold, or against earlier counts. */
export function createPlainReader(counts: HourlyCounts, { rule, direction, window, begin }: Ruled) {
  const values = sumsOf(counts.values);
  const of = counts.of ? sumsOf(counts.of) : null;
  const hours = window * DAY;
  const sum = (sums: readonly number[], end: number) => (sums[end] ?? 0) - (sums[end - hours] ?? 0);
  /** Null if a rate has no denominator, or not all hours were measured. */
  const amountAt = (end: number): number | null => {
    if (end - hours < begin) return null;
    if (!of) return sum(values, end);
    const whole = sum(of, end);
    return whole === 0 ? null : (sum(values, end) / whole) * 100;
  };

  /** @param end index of the first hour after the window. @returns null if there is not enough to judge. */
  const read = (end: number): PlainReading | null => {
    const value = amountAt(end);
    if (value === null) return null;
    if (rule.type === "threshold") {
      const isWrong = rule.side === "above" ? value > rule.limit : value < rule.limit;
      return { hours, value, before: null, isWrong };
    }
    // Weekdays differ, so a day is compared with the same weekday.
    const before = amountAt(end - Math.max(hours, WEEK));
    if (before === null) return null;
    return { hours, value, before, isWrong: isBeyond({ value, before }, rule.percent, direction) };
  };
  return { read };
}

/** Any rise from zero exceeds every percentage. */
function isBeyond(
  { value, before }: { value: number; before: number },
  percent: number,
  direction: AlertDirection,
): boolean {
  const isRise = value > before;
  if (value === before || direction === (isRise ? "drop" : "rise")) return false;
  return Math.abs(value - before) > (percent / 100) * before;
}
