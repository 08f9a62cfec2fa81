import type { Interval } from "@marquee/contract/schema";
import { formatCount } from "../format/format.ts";

const HOUR = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** One metric over time. */
export interface Line {
  name: string;
  color: "leaf" | "sky" | "clay" | "iris" | "control";
  /** Filled down to zero; where several metrics are drawn, the largest. */
  isArea?: boolean;
  /** Null if there is none. */
  values: readonly (number | null)[];
  /** The ends between which the true value may lie; drawn as a band around the line. */
  band?: { low: readonly (number | null)[]; high: readonly (number | null)[] };
  /** Broken, so that it is told from another line without its color. */
  isDashed?: boolean;
}

/** Something that happened in an hour or day: drawn as a vertical line with its label. */
export interface ChartMark {
  /** Of the hour or day among the starts. */
  index: number;
  label: string;
}

/** What a chart and its table show. */
export interface ChartData {
  /** Start of each hour or day, in milliseconds since the epoch. */
  starts: readonly number[];
  lines: readonly Line[];
  interval: Interval;
  scale: FigureScale;
  marks: readonly ChartMark[];
}

/** How the figures of a chart read, and between which of them its axis runs. */
export interface FigureScale {
  format: (value: number) => string;
  /** A figure with what it is, for the line that follows the pointer. */
  say: (value: number | null, name: string) => string;
  /** Ends of the axis; where there are none, from zero to a little over the largest. */
  range?: readonly [low: number, high: number];
}

/** Whole numbers from zero up. */
export const COUNTS: FigureScale = {
  format: formatCount,
  say: (value, name) => `${formatCount(value ?? 0)} ${name.toLowerCase()}`,
};

/** Values in a format of their own, from zero up. @param high the end of the axis; from the values where it is 0. */
export function valueScale(format: (value: number) => string, high: number): FigureScale {
  return {
    format,
    say: (value, name) => `${value === null ? "–" : format(value)} ${name.toLowerCase()}`,
    ...(high > 0 && { range: [0, high] as const }),
  };
}

/** An hour or day as it is said in a sentence: "14:00", "Mon, Jun 1". */
export function labelOf(start: number, interval: Interval): string {
  const day = { weekday: "short", day: "numeric", month: "short" } as const;
  return new Intl.DateTimeFormat("en-US", interval === "hour" ? HOUR : day).format(start);
}

/** An hour or day as it stands at an axis: "14:00", "Jun 1". */
export function shortLabelOf(start: number, interval: Interval): string {
  const day = { day: "numeric", month: "short" } as const;
  return new Intl.DateTimeFormat("en-US", interval === "hour" ? HOUR : day).format(start);
}
