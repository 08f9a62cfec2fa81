import type { Interval } from "@marquee/contract/schema";
import type { FigureScale } from "./figureScale.ts";

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
