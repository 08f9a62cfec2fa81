import type { Interval } from "@marquee/contract/schema";
import type uPlot from "uplot";
import { shortLabelOf } from "./labels.ts";
import type { Line } from "./SeriesChart.tsx";

interface ChartOptions {
  lines: readonly Line[];
  interval: Interval;
  height: number;
  format: (value: number) => string;
  /** How high the scale reaches at least; counts reach 4, in whole numbers. */
  least: number | undefined;
  /** Told which point the pointer is over; null for none. */
  say: (index: number | null | undefined) => void;
}

const WHOLE_NUMBERS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000];
const DASH = [4, 4];
const FONT = '12px "Instrument Sans Variable", sans-serif';

/** uPlot's options in the tokens of the theme, which are read anew at every drawing. */
export function chartOptions(
  element: HTMLElement,
  { lines, interval, height, format, least, say }: ChartOptions,
): uPlot.Options {
  const color = (name: string) => () => getComputedStyle(element).getPropertyValue(`--${name}`);
  const axis = {
    font: FONT,
    stroke: color("ink-muted"),
    grid: { stroke: color("hairline"), width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height,
    padding: [8, 8, 0, 0],
    cursor: { y: false, points: { size: 7 } },
    scales: { x: { time: true }, y: { range: (_chart, _min, max) => [0, Math.max(least ?? 4, max * 1.08)] } },
    series: [{}, ...lines.map((line) => seriesOf(line, color(line.color)))],
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        values: (_chart, splits) => splits.map((at) => shortLabelOf(at * 1000, interval)),
      },
      {
        ...axis,
        size: 44,
        ...(least === undefined ? { incrs: WHOLE_NUMBERS } : {}),
        values: (_chart, splits) => splits.map(format),
      },
    ],
    hooks: { setCursor: [(chart) => say(chart.cursor.idx)] },
  };
}

function seriesOf({ isArea, isMark, values }: Line, stroke: () => string): uPlot.Series {
  const fill = () => `color-mix(in oklab, ${stroke()} 22%, transparent)`;
  // A figure between two gaps is no line, and would not be seen.
  const show = values.includes(null);
  return {
    stroke,
    width: isArea || isMark ? 1 : 2,
    points: { show, size: 5 },
    ...(isArea ? { fill } : {}),
    ...(isMark ? { dash: DASH } : {}),
  };
}
