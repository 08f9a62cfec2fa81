import type { Interval } from "@marquee/contract";
import { formatCount, type TimeRange } from "@marquee/contract";
import { formatTime } from "../format/siteTime.ts";

const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const DAY = { weekday: "short", day: "numeric", month: "short" } as const;
const SHORT_DAY = { day: "numeric", month: "short" } as const;
const MONTH = { month: "long", year: "numeric" } as const;
const SHORT_MONTH = { month: "short" } as const;

export type ChartInterval = Interval | "week" | "month";

/** One metric over time. */
export interface Line {
  name: string;
  color: "leaf" | "sky" | "clay" | "iris" | "control";
  /** Thick, with a light fill down to zero: the line that the chart is about. */
  isMain?: boolean;
  /** Filled down to zero. Use it for the largest metric if there are several. */
  isArea?: boolean;
  /** One value per start; null if there is none. */
  values: readonly (number | null)[];
  /** Lower and upper ends of the value's interval, drawn as a band around the line. */
  band?: { low: readonly (number | null)[]; high: readonly (number | null)[] };
  /** Dashed, so that lines don't depend on color. */
  isDashed?: boolean;
  /** Thin and behind the others: the comparison. It is never partial. */
  isBehind?: boolean;
}

/** The period of a chart, in milliseconds since the epoch. */
export interface ChartTime {
  /** Start of each interval, ascending. The first may be earlier than the range, for example with weeks. */
  starts: readonly number[];
  range: TimeRange;
}

/** An event in one interval, drawn as a vertical line with a label. */
export interface ChartMark {
  /** Index of the interval in the starts. */
  index: number;
  label: string;
}

/** Intervals with a hatched background, and the meaning of the hatching. */
export interface HatchedIntervals {
  label: string;
  /** One value per start. */
  isHatched: readonly boolean[];
}

/** The data of a chart and its table. */
export interface ChartData {
  /** Start of each interval, in milliseconds since the epoch. */
  starts: readonly number[];
  lines: readonly Line[];
  interval: ChartInterval;
  scale: FigureScale;
  marks: readonly ChartMark[];
  /** Start of the last interval on the axis, if it extends beyond the starts. */
  axisEnd?: number | undefined;
  /** Index of the interval that is not over yet, if any. It is drawn dashed and marked in the table. */
  presentIndex?: number | undefined;
  hatched?: HatchedIntervals | undefined;
}

/** An interval in a heading or legend, and the current one. */
export const INTERVAL_NAMES: Record<ChartInterval, { name: string; current: string }> = {
  hour: { name: "Hour", current: "Current hour" },
  day: { name: "Day", current: "Today" },
  week: { name: "Week", current: "This week" },
  month: { name: "Month", current: "This month" },
};

/** Format of a chart's values, and the range of its axis. */
export interface FigureScale {
  format: (value: number) => string;
  /** Formats a value with its name, for the legend. */
  say: (value: number | null, name: string) => string;
  /** Range of the axis. By default, from zero to just above the largest value. */
  range?: readonly [low: number, high: number];
}

/** Counts from zero up. */
export const COUNTS: FigureScale = {
  format: formatCount,
  say: (value, name) => `${formatCount(value ?? 0)} ${name.toLowerCase()}`,
};

/**
 * A scale for values from zero up with their own format.
 * @param high upper end of the axis; 0 derives it from the values.
 */
export function valueScale(format: (value: number) => string, high: number): FigureScale {
  return {
    format,
    say: (value, name) => `${value === null ? "–" : format(value)} ${name.toLowerCase()}`,
    ...(high > 0 && { range: [0, high] as const }),
  };
}

/** Label of an interval in a sentence, in the site's time zone: "14:00", "Mon, Jun 1", "Week of Jun 1", "June 2026". */
export function labelOf(start: number, interval: ChartInterval): string {
  if (interval === "week") return `Week of ${formatTime(SHORT_DAY, start)}`;
  if (interval === "month") return formatTime(MONTH, start);
  return formatTime(interval === "hour" ? HOUR : DAY, start);
}

/** Label of an interval on an axis: "14:00", "Jun 1", "Jun". */
export function shortLabelOf(start: number, interval: ChartInterval): string {
  if (interval === "month") return formatTime(SHORT_MONTH, start);
  return formatTime(interval === "hour" ? HOUR : SHORT_DAY, start);
}
