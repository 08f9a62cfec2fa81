import { formatCount } from "../format/format.ts";

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
