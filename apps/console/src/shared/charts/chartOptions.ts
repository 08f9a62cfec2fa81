import uPlot from "uplot";
import { siteTime } from "../format/siteTime.ts";
import { type ChartData, type ChartMark, type FigureScale, type Line, shortLabelOf } from "./chartData.ts";

interface MarkStyle {
  starts: readonly number[];
  marks: readonly ChartMark[];
  stroke: string;
  font: string;
}

/** Space between two labels, and between a line and its label, in CSS pixels. */
const GAP = 6;

interface ChartOptions extends ChartData {
  height: number;
  /** Called with the index under the pointer; null or undefined for none. */
  say: (index: number | null | undefined) => void;
}

const FONT = '12px "Instrument Sans Variable", sans-serif';

/** Options for uPlot. Colors are read from the theme on every draw. */
export function chartOptions(
  element: HTMLElement,
  { starts, lines, interval, height, scale, marks, axisEnd, presentIndex, hatched, say }: ChartOptions,
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
    // Space for half of the last label, and for the marks' labels.
    padding: [marks.length > 0 ? 22 : 8, 20, 0, 0],
    cursor: { y: false, points: { size: 7 } },
    // Ticks are at whole hours and days of the site's time zone.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), siteTime().timeZone),
    scales: {
      x: { time: true, ...(axisEnd && { range: (_chart, min) => [min, axisEnd / 1000] }) },
      y: { range: (_chart, _min, max) => rangeOf(scale, max) },
    },
    series: [
      {},
      ...lines.flatMap((line) => seriesOf(line, color(line.color))),
      ...(presentIndex === undefined
        ? []
        : lines.filter(isSplit).map((line) => partialSeriesOf(line, presentIndex, color(line.color)))),
    ],
    bands: bandsOf(lines, color),
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        ...(interval === "hour" ? {} : { incrs: STEPS[interval] }),
        values: (_chart, splits) => splits.map((at) => shortLabelOf(at * 1000, interval)),
      },
      {
        ...axis,
        size: scale.range ? 56 : 44,
        values: (_chart, splits) => splits.map(scale.format),
        ...(scale.range ? {} : { incrs: WHOLE_STEPS }),
      },
    ],
    hooks: {
      setCursor: [(chart) => say(chart.cursor.idx)],
      drawClear: [
        (chart) => hatched && drawHatching(chart, { starts, ...hatched, stroke: color("control")() }),
      ],
      draw: [(chart) => drawMarks(chart, { starts, marks, stroke: color("ink-muted")(), font: FONT })],
    },
  };
}

const inSeconds = (days: readonly number[]) => days.map((each) => each * 86_400);
/** In seconds. Steps below the interval would repeat a label. uPlot takes 30 days as a month, and 365 as a year. */
const STEPS = {
  day: inSeconds([1, 2, 7, 14, 28, 60, 90, 180, 365]),
  week: inSeconds([7, 14, 28, 60, 90, 180, 365]),
  month: inSeconds([30, 60, 90, 180, 365]),
};
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000];

function rangeOf({ range }: FigureScale, max: number): [number, number] {
  return range ? [...range] : [0, Math.max(4, max * 1.08)];
}

/**
 * The values in uPlot's order: each line, followed by the upper and lower ends of its band; then the last step of each line whose last value is partial,
 * which is drawn separately.
 */
export function dataOf(lines: readonly Line[], presentIndex?: number): (number | null)[][] {
  const whole = lines.flatMap((line) => {
    const { values, band } = line;
    const drawn =
      presentIndex !== undefined && isSplit(line) ? keepIf(values, (index) => index < presentIndex) : values;
    return [drawn, ...(band ? [band.high, band.low] : [])];
  });
  const last =
    presentIndex === undefined
      ? []
      : lines
          .filter(isSplit)
          .map(({ values }) =>
            keepIf(values, (index) => index === presentIndex - 1 || index === presentIndex),
          );
  return [...whole, ...last].map((each) => [...each]);
}

/** Dashed lines, such as thresholds, and those behind the others stay whole. */
function isSplit({ isDashed, isBehind, values }: Line): boolean {
  return !isDashed && !isBehind && values.length > 0;
}

function keepIf(values: Line["values"], isKept: (index: number) => boolean): Line["values"] {
  return values.map((value, index) => (isKept(index) ? value : null));
}

/** The step to a partial value: dashed, with a circle at its end. */
function partialSeriesOf({ isArea, isMain }: Line, presentIndex: number, stroke: () => string): uPlot.Series {
  return {
    stroke,
    width: isArea ? 1 : 2,
    dash: [3, 4],
    points: { show: true, size: 7, filter: () => [presentIndex] },
    ...(isArea ? { fill: tint(stroke, 10) } : isMain ? { fill: tint(stroke, 5) } : {}),
  };
}

/** A translucent color. */
function tint(color: () => string, percent: number): () => string {
  return () => `color-mix(in oklab, ${color()} ${percent}%, transparent)`;
}

/** Series in the order of {@link dataOf}. The ends of a band get thin lines without points. */
function seriesOf(
  { isArea, isDashed, isBehind, isMain, band, values }: Line,
  stroke: () => string,
): uPlot.Series[] {
  const edge = tint(stroke, 45);
  const end: uPlot.Series = {
    stroke: edge,
    width: 1,
    points: { show: false },
    ...(isDashed ? { dash: [3, 3] } : {}),
  };
  // A value without a neighbor has no line segment, so it would be invisible without points.
  const show =
    values
      .slice(
        0,
        values.findLastIndex((value) => value !== null),
      )
      .includes(null) || values.length <= 2;
  const line: uPlot.Series = {
    stroke: isBehind ? tint(stroke, 70) : stroke,
    width: isArea ? 1 : isBehind ? 1.5 : 2,
    points: { show: show && !isBehind, size: 5 },
    ...(isDashed ? { dash: [6, 4] } : {}),
    ...(isArea ? { fill: tint(stroke, 22) } : isMain ? { fill: tint(stroke, 10) } : {}),
  };
  return band ? [line, end, end] : [line];
}

function bandsOf(lines: readonly Line[], color: (name: string) => () => string): uPlot.Band[] {
  let next = 1;
  return lines.flatMap((line) => {
    const lineIndex = next;
    next += line.band ? 3 : 1;
    const fill = () => `color-mix(in oklab, ${color(line.color)()} 12%, transparent)`;
    return line.band ? [{ series: [lineIndex + 1, lineIndex + 2] as [number, number], fill }] : [];
  });
}

interface HatchStyle {
  starts: readonly number[];
  isHatched: readonly boolean[];
  stroke: string;
}

/** Space between the lines of a hatching, in CSS pixels. */
const HATCH_STEP = 7;

/** Draws thin diagonal lines behind unbroken runs of intervals, from half an interval before them to half an interval after. */
function drawHatching(chart: uPlot, { starts, isHatched, stroke }: HatchStyle): void {
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  const xOf = (index: number) => chart.valToPos((starts[index] ?? 0) / 1000, "x", true);
  const half = starts.length > 1 ? Math.abs(xOf(1) - xOf(0)) / 2 : bbox.width / 2;
  const bottom = bbox.top + bbox.height;
  ctx.save();
  ctx.beginPath();
  for (const [index, isDrawn] of isHatched.entries()) {
    if (!isDrawn) continue;
    const left = Math.max(bbox.left, xOf(index) - half);
    const right = Math.min(bbox.left + bbox.width, xOf(index) + half);
    ctx.rect(left, bbox.top, right - left, bbox.height);
  }
  ctx.clip();
  ctx.beginPath();
  for (let x = bbox.left - bbox.height; x < bbox.left + bbox.width; x += HATCH_STEP * ratio) {
    ctx.moveTo(x, bottom);
    ctx.lineTo(x + bbox.height, bbox.top);
  }
  Object.assign(ctx, { strokeStyle: stroke, lineWidth: ratio, globalAlpha: 0.35 });
  ctx.stroke();
  ctx.restore();
}

/** Draws a dotted line at each mark, with its label above the chart unless it would overlap the previous one. */
function drawMarks(chart: uPlot, { starts, marks, stroke, font }: MarkStyle): void {
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  const right = bbox.left + bbox.width;
  let end = Number.NEGATIVE_INFINITY;
  ctx.save();
  Object.assign(ctx, { strokeStyle: stroke, fillStyle: stroke, lineWidth: ratio, font: scaled(font, ratio) });
  Object.assign(ctx, { textAlign: "left", textBaseline: "alphabetic" });
  ctx.setLineDash([2 * ratio, 3 * ratio]);
  for (const { index, label } of marks) {
    const x = Math.round(chart.valToPos((starts[index] ?? 0) / 1000, "x", true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top - GAP * ratio);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const { width } = ctx.measureText(label);
    const left = Math.min(Math.max(x - width / 2, bbox.left), right - width);
    if (left < end) continue;
    ctx.fillText(label, left, bbox.top - GAP * 1.5 * ratio);
    end = left + width + GAP * ratio;
  }
  ctx.restore();
}

function scaled(font: string, ratio: number): string {
  return font.replace(/^(\d+)px/, (_whole, size: string) => `${Number(size) * ratio}px`);
}
