import type { AlertReading, AlertSensitivity } from "@marquee/contract/schema";
import { countOf, deviationOf, medianOf, rootOf } from "../questions/rootScale.ts";

/** Counts by hour of wall clocks, without gaps. For a rate, `of` has what the counts are a part of. */
export interface HourlyCounts {
  values: readonly number[];
  of?: readonly number[];
}

/** What was counted in the hours before a moment, next to what is usual then. */
export interface Reading extends Omit<AlertReading, "smallestDrop"> {
  /** Distance from what is expected, in standard deviations. */
  score: number;
}

const DAY = 24;
const WEEK = 7 * DAY;
/** Weeks that tell what is usual at this hour of the week, and how many of them must have been measured. */
const WEEKS = 8;
const FEWEST_WEEKS = 4;
/** Days that tell how much counts vary, and how the level has moved since those weeks. */
const DAYS = 28;
const FEWEST_DAYS = 14;
/** Windows that are judged, in hours: an outage shows in the short one, a moderate change in the long one. */
export const WINDOWS = [6, DAY] as const;
/** Hours of history that a reading uses at most. */
export const HISTORY = DAYS * DAY + WEEKS * WEEK + DAY;

interface Thresholds {
  /** How many standard deviations a count must be away. */
  score: number;
  /** The smallest difference that is worth an alarm, as a share of what is expected. */
  share: number;
}

/** `docs/alerts.md` has what each finds, measured. */
export const THRESHOLDS: Record<AlertSensitivity, Thresholds> = {
  low: { score: 6.5, share: 0.4 },
  normal: { score: 5, share: 0.2 },
  high: { score: 4, share: 0.1 },
};

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

  /** What the weeks before say about a window: a count, or the share of a rate. */
  const levelAt = (end: number, hours: number): number | null => {
    const key = end * WEEK + hours;
    const known = levels.get(key);
    if (known !== undefined) return known;
    const earlier: number[] = [];
    for (let week = 1; week <= WEEKS; week += 1) {
      const then = end - week * WEEK;
      if (then - hours < begin) break;
      const whole = of ? sum(of, then, hours) : 1;
      if (whole > 0) earlier.push(sum(values, then, hours) / whole);
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

  /** @param end index of the first hour after the window. @returns null without enough history. */
  const read = (end: number, hours: number, { score: width }: Thresholds): Reading | null => {
    const [growth, usual] = [growthAt(end), usualAt(end, hours)];
    if (growth === null || usual === null) return null;
    const deviations: number[] = [];
    for (let day = 1; day <= DAYS; day += 1) {
      const then = end - day * DAY;
      const before = usualAt(then, hours);
      if (before !== null) deviations.push(rootOf(sum(values, then, hours)) - rootOf(before * growth));
    }
    if (deviations.length < FEWEST_DAYS) return null;
    const deviation = deviationOf(deviations);
    const value = sum(values, end, hours);
    const expected = usual * growth;
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
  { score, value, expected }: Reading,
  { direction, sensitivity }: { direction: "both" | "drop" | "rise"; sensitivity: AlertSensitivity },
): Judgment {
  const { score: width, share } = THRESHOLDS[sensitivity];
  const counts = direction === "both" || (direction === "drop" ? score < 0 : score > 0);
  if (!counts || Math.abs(score) < width / 2) return "usual";
  const isLarge = Math.abs(value - expected) >= share * expected;
  return Math.abs(score) > width && isLarge ? "alarm" : "unsettled";
}

/** The smallest drop that a reading would show as an alarm, as a share of what is expected; null if even none at all would be usual. */
export function smallestDrop({ expected, low }: Reading, sensitivity: AlertSensitivity): number | null {
  if (expected <= 0 || low <= 0) return null;
  return Math.max(1 - (low - 1) / expected, THRESHOLDS[sensitivity].share);
}

function sumsOf(values: readonly number[]): number[] {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return sums;
}
