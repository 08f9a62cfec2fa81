import type { Interval } from "@marquee/contract/schema";
import { formatCount } from "../format/format.ts";
import { formatTime } from "../format/siteTime.ts";

const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const DAY = { weekday: "short", day: "numeric", month: "short" } as const;
const SHORT_DAY = { day: "numeric", month: "short" } as const;

/** One metric over time. */
export interface Line {
  name: string;
  color: "leaf" | "sky" | "clay" | "iris" | "control";
  /** Filled down to zero. Use it for the largest metric if there are several. */
  isArea?: boolean;
  /** One value per start; null if there is none. */
  values: readonly (number | null)[];
  /** Lower and upper ends of the value's interval, drawn as a band around the line. */
  band?: { low: readonly (number | null)[]; high: readonly (number | null)[] };
  /** Dashed, so that lines don't depend on color. */
  isDashed?: boolean;
}

/** An event in an hour or day, drawn as a vertical line with a label. */
export interface ChartMark {
  /** Index of the hour or day in the starts. */
  index: number;
  label: string;
}

/** The data of a chart and its table. */
export interface ChartData {
  /** Start of each hour or day, in milliseconds since the epoch. */
  starts: readonly number[];
  lines: readonly Line[];
  interval: Interval;
  scale: FigureScale;
  marks: readonly ChartMark[];
  /** Start of the last hour or day on the axis, if it extends beyond the values. */
  axisEnd?: number | undefined;
  /** Whether the last hour or day is not over yet. It is drawn dashed and marked in the table. */
  isLastPartial: boolean;
}

/** Whether an hour or day is not over yet, so that its values still grow. */
export function isPartial(
  { starts, isLastPartial }: Pick<ChartData, "starts" | "isLastPartial">,
  index: number,
): boolean {
  return isLastPartial && index === starts.length - 1;
}

/** Format of a chart's values, and the range of its axis. */
export interface FigureScale {
  format: (value: number) => string;
  /** A value with its name, for the legend. */
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

/** Label of an hour or day in a sentence, in the site's time zone: "14:00", "Mon, Jun 1". */
export function labelOf(start: number, interval: Interval): string {
  return formatTime(interval === "hour" ? HOUR : DAY, start);
}

/** Label of an hour or day on an axis: "14:00", "Jun 1". */
export function shortLabelOf(start: number, interval: Interval): string {
  return formatTime(interval === "hour" ? HOUR : SHORT_DAY, start);
}
