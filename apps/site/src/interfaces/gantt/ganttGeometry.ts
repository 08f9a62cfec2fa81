import { DAYS } from "./ganttState.ts";

/** Pixels down the chart; across it everything is a share of the width, so that the server can draw it. */
export const HEAD = 34;
const ROW = 46;
export const BAR = 22;

/** A day's place as a share of the chart's width. */
export const share = (day: number): string => `${(day / DAYS) * 100}%`;

/** Middle of a row's bar. */
export const middleOf = (row: number): number => HEAD + row * ROW + ROW / 2;

export const chartHeight = (rows: number): number => HEAD + rows * ROW + 14;
