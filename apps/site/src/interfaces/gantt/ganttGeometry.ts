import { DAYS } from "./ganttState.ts";

/** Heights are in pixels. Horizontal positions are percentages of the width, so that the server can render the chart. */
export const HEAD = 34;
const ROW = 46;
export const BAR = 22;

/** A day's horizontal position as a percentage of the chart's width. Also turns a number of days into a width. */
export const share = (day: number): string => `${(day / DAYS) * 100}%`;

/** Vertical center of a row's bar, in pixels. */
export const middleOf = (row: number): number => HEAD + row * ROW + ROW / 2;

export const chartHeight = (rows: number): number => HEAD + rows * ROW + 14;
