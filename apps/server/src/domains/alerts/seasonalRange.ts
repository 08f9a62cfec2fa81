import type { AlertReading, AlertSensitivity, AlertWindow } from "@marquee/contract/schema";
import { countOf, deviationOf, medianOf, rootOf } from "../questions/rootScale.ts";

/** Counts by hour of wall clocks, without gaps. For a rate, `of` has the denominators. */
export interface HourlyCounts {
  values: readonly number[];
  of?: readonly number[];
}

/** The count in the hours before a time, with its usual value. */
export interface Reading extends Omit<AlertReading, "smallestDrop"> {
  /** Distance from what is expected, in standard deviations. */
  score: number;
}

const DAY = 24;
const WEEK = 7 * DAY;
/**
 * Number of weeks used to learn what is usual at an hour of the week, and how many of them must have been
 * measured.
 */
const WEEKS = 8;
const FEWEST_WEEKS = 4;
/** Number of days used to learn how much counts vary, and how the level has changed since those weeks. */
const DAYS = 28;
const FEWEST_DAYS = 14;
/** Windows in hours by the alert's number of days. Within a day, a short window detects an outage, a long one a moderate change. */
export const WINDOWS: Record<AlertWindow, readonly number[]> = { 1: [6, DAY], 7: [WEEK], 28: [4 * WEEK] };
const LONGEST_WINDOW = 4 * WEEK;

/** Hours of history that readings need, by the alert's number of days. */
export const historyOf = (window: AlertWindow) => DAYS * DAY + WEEKS * WEEK + window * DAY;
/** Weeks of history required for a reading. */
export const weeksToLearn = (window: AlertWindow) =>
  Math.ceil((FEWEST_WEEKS * WEEK + FEWEST_DAYS * DAY + (window - 1) * DAY) / WEEK);

interface Thresholds {
  /** Minimum distance in standard deviations. */
  score: number;
  /** The smallest difference that opens an alarm, as a share of what is expected. */
  share: number;
}

/** Within a day, every hour is a separate test. `docs/alerts.md` has the measured detection of each. */
export const THRESHOLDS: Record<AlertSensitivity, Thresholds> = {
  low: { score: 6.5, share: 0.4 },
  normal: { score: 5, share: 0.2 },
  high: { score: 4, share: 0.1 },
};

/** A week or longer changes little from hour to hour, so there are fewer independent tests. */
const LONG_THRESHOLDS: Record<AlertSensitivity, Thresholds> = {
  low: { score: 4, share: 0.4 },
  normal: { score: 3, share: 0.2 },
  high: { score: 2.5, share: 0.1 },
};

const thresholdsOf = (hours: number, sensitivity: AlertSensitivity) =>
  (hours > DAY ? LONG_THRESHOLDS : THRESHOLDS)[sensitivity];

/**
 * Reads counts against their season: the median of the same hours of the week in the last eight weeks, moved by the median change of the last four, with
 * a robust deviation. Works on square roots, on which the variance of a count hardly depends on its size.
 */
export function createSeasonalReader(counts: HourlyCounts) {
  const values = sumsOf(counts.values);
  const of = counts.of ? sumsOf(counts.of) : null;
  // Before its first event, the site was not measured.
  const first = (counts.of ?? counts.values).findIndex((value) => value > 0);
  const begin = first === -1 ? counts.values.length : first;
  const levels = new Map<number, number | null>();

  const sum = (sums: readonly number[], end: number, hours: number) =>
    (sums[end] ?? 0) - (sums[end - hours] ?? 0);

  /** The usual value of a window by earlier weeks: a count, or a rate. */
  const levelAt = (end: number, hours: number): number | null => {
    const key = end * (LONGEST_WINDOW + 1) + hours;
    const cached = levels.get(key);
    if (cached !== undefined) return cached;
    const earlier: number[] = [];
    // Weeks before a longer window are compared with each of its weeks.
    const span = Math.min(hours, WEEK);
    for (let week = 0; week < WEEKS; week += 1) {
      const then = end - Math.max(hours, WEEK) - week * WEEK;
      if (then - span < begin) break;
      const whole = of ? sum(of, then, span) : span / hours;
      if (whole > 0) earlier.push(sum(values, then, span) / whole);
    }
    const level = earlier.length < FEWEST_WEEKS ? null : medianOf(earlier);
    levels.set(key, level);
    return level;
  };
  const usualAt = (end: number, hours: number): number | null => {
    const level = levelAt(end, hours);
    return level === null ? null : level * (of ? sum(of, end, hours) : 1);
  };

  /** How much the level of the last four weeks differs from that of the weeks before them. */
  const growthAt = (end: number): number | null => {
    const ratios: number[] = [];
    for (let day = 1; day <= DAYS; day += 1) {
      const usual = usualAt(end - day * DAY, DAY);
      if (usual) ratios.push(sum(values, end - day * DAY, DAY) / usual);
    }
    return ratios.length < FEWEST_DAYS ? null : medianOf(ratios);
  };

  /** Additional variance of a long window, because its level is the median of few weeks. */
  const uncertaintyAt = (end: number, hours: number) => {
    const weeks = Math.min(WEEKS, Math.floor((end - hours - begin) / WEEK));
    return Math.sqrt(1 + ((hours / WEEK) * (Math.PI / 2)) / weeks);
  };

  /** @param end index of the first hour after the window. @returns null without enough history. */
  const read = (end: number, hours: number, sensitivity: AlertSensitivity): Reading | null => {
    const { score: width } = thresholdsOf(hours, sensitivity);
    const isLong = hours > DAY;
    // Changes within a longer window must not count as day-to-day variance.
    const last = end - Math.max(0, hours - DAY);
    const span = Math.min(hours, DAY);
    const [growth, usual] = [growthAt(last), usualAt(end, hours)];
    if (growth === null || usual === null) return null;
    const deviations: number[] = [];
    for (let day = 1; day <= DAYS; day += 1) {
      const then = last - day * DAY;
      const before = usualAt(then, span);
      if (before !== null) deviations.push(rootOf(sum(values, then, span)) - rootOf(before * growth));
    }
    if (deviations.length < FEWEST_DAYS) return null;
    const deviation = deviationOf(deviations) * (isLong ? uncertaintyAt(end, hours) : 1);
    const value = sum(values, end, hours);
    // The growth estimate is too imprecise for the many counts of a long window, and small in the weeks
    // before it.
    const expected = isLong ? usual : usual * growth;
    const root = rootOf(expected);
    return {
      hours,
      value,
      of: of ? sum(of, end, hours) : null,
      expected,
      low: Math.ceil(countOf(root - width * deviation)),
      high: Math.floor(countOf(root + width * deviation)),
      score: (rootOf(value) - root) / deviation,
    };
  };
  return { read };
}

export type Judgment = "alarm" | "unsettled" | "usual";

/** Whether a reading is an alarm. One that is open ends only when counts are well within their usual range, so that it does not flicker. */
export function judge(
  { score, value, expected, hours }: Reading,
  { direction, sensitivity }: { direction: "both" | "drop" | "rise"; sensitivity: AlertSensitivity },
): Judgment {
  const { score: width, share } = thresholdsOf(hours, sensitivity);
  const counts = direction === "both" || (direction === "drop" ? score < 0 : score > 0);
  if (!counts || Math.abs(score) < width / 2) return "usual";
  const isLarge = Math.abs(value - expected) >= share * expected;
  return Math.abs(score) > width && isLarge ? "alarm" : "unsettled";
}

/**
 * The smallest drop that a reading would show as an alarm, as a share of what is expected; null if even a count of zero would be usual.
 */
export function smallestDrop(
  { expected, low, hours }: Reading,
  sensitivity: AlertSensitivity,
): number | null {
  if (expected <= 0 || low <= 0) return null;
  return Math.max(1 - (low - 1) / expected, thresholdsOf(hours, sensitivity).share);
}

/** Sums of all counts before each index. */
export function sumsOf(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
}
