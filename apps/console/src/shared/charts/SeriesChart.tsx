import clsx from "clsx";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import {
  type ChartData,
  type ChartMark,
  COUNTS,
  type FigureScale,
  INTERVAL_NAMES,
  type Line,
  labelOf,
} from "./chartData.ts";
import { chartOptions, dataOf } from "./chartOptions.ts";
import { type PointAction, SeriesTable } from "./SeriesTable.tsx";

interface SeriesChartProps
  extends Pick<ChartData, "starts" | "lines" | "interval" | "axisEnd" | "presentIndex" | "hatched"> {
  height?: number;
  /** Format and range of the values. By default, counts from zero up. */
  scale?: FigureScale;
  marks?: readonly ChartMark[];
  /** The action of a click on a point, or on its button in the table. */
  onPick?: PointAction;
}

const NO_MARKS: readonly ChartMark[] = [];

const KEYS: Record<Line["color"], string> = {
  leaf: "bg-leaf",
  sky: "bg-sky",
  clay: "bg-clay",
  iris: "bg-iris",
  control: "bg-control",
};

const DASHED_KEYS: Record<Line["color"], string> = {
  leaf: "border-leaf",
  sky: "border-sky",
  clay: "border-clay",
  iris: "border-iris",
  control: "border-control",
};

/** A time series chart. The legend shows the values under the pointer, and a table below contains all of them. */
export function SeriesChart(props: SeriesChartProps) {
  const {
    starts,
    lines,
    interval,
    axisEnd,
    presentIndex,
    hatched,
    height = 260,
    scale = COUNTS,
    marks = NO_MARKS,
    onPick,
  } = props;
  const host = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  const pick = useRef(onPick?.act);
  useEffect(() => {
    pick.current = onPick?.act;
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const drawn: ChartData = { starts, lines, interval, scale, marks, axisEnd, presentIndex, hatched };
    const say = (index: number | null | undefined) => {
      if (readout.current) readout.current.textContent = describe(drawn, index ?? null);
    };
    const options = chartOptions(element, { ...drawn, height, say });
    const data = [starts.map((start) => start / 1000), ...dataOf(lines, presentIndex)];
    const chart = new uPlot(options, data as uPlot.AlignedData, element);
    say(null);
    chart.over.addEventListener("click", () => {
      const start = starts[chart.cursor.idx ?? -1];
      // Dragging selects a part of the chart.
      if (start !== undefined && chart.select.width === 0) pick.current?.(start);
    });
    const stop = watchPage(chart, element, height);
    return () => {
      stop();
      chart.destroy();
    };
  }, [starts, lines, interval, height, scale, marks, axisEnd, presentIndex, hatched]);

  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
        {lines.map(({ name, color, isArea, isDashed }) => (
          <span key={name} className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              className={
                isDashed
                  ? clsx("w-4 border-t-2 border-dashed", DASHED_KEYS[color])
                  : clsx("w-4", KEYS[color], isArea ? "h-2.5 rounded-[2px] opacity-40" : "h-0.5")
              }
            />
            {name}
          </span>
        ))}
        {hatched && (
          <span className="flex items-center gap-1.5 text-ink-muted">
            <span aria-hidden="true" className="hatched h-2.5 w-4 rounded-[2px]" />
            {hatched.label}
          </span>
        )}
        {presentIndex !== undefined && (
          <span className="flex items-center gap-1.5 text-ink-muted">
            <span aria-hidden="true" className="w-4 border-control border-t-2 border-dashed" />
            {INTERVAL_NAMES[interval].current}, so far
          </span>
        )}
        <p ref={readout} className="ml-auto text-ink-muted tabular-nums" />
      </figcaption>
      {/* Its width must depend only on the layout; otherwise, a wide chart would keep it from shrinking. */}
      <div
        ref={host}
        title={onPick && `Click to ${onPick.name.toLowerCase()}`}
        className={clsx("mt-3 overflow-hidden contain-inline-size", onPick && "[&_.u-over]:cursor-pointer")}
        aria-hidden="true"
      />
      <SeriesTable
        starts={starts}
        lines={lines}
        interval={interval}
        scale={scale}
        marks={marks}
        presentIndex={presentIndex}
        hatched={hatched}
        onPick={onPick}
      />
    </figure>
  );
}

/**
 * Keeps the chart at the element's width and in the theme's colors.
 * @returns the cleanup.
 */
function watchPage(chart: uPlot, element: HTMLElement, height: number): () => void {
  const resize = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
  resize.observe(element);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  const redraw = () => chart.redraw(false);
  scheme.addEventListener("change", redraw);
  const theme = new MutationObserver(redraw);
  theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    theme.disconnect();
    scheme.removeEventListener("change", redraw);
    resize.disconnect();
  };
}

function describe(chart: ChartData, index: number | null): string {
  const { starts, lines, interval, scale, marks, hatched } = chart;
  const start = index === null ? undefined : starts[index];
  if (index === null || start === undefined) return "";
  const figures = lines.map(({ name, values }) => scale.say(values[index] ?? null, name));
  const labels = marks.filter((mark) => mark.index === index).map(({ label }) => label);
  const soFar = index === chart.presentIndex ? ", so far" : "";
  if (hatched?.isHatched[index]) labels.push(hatched.label);
  return `${labelOf(start, interval)}${soFar}: ${[...figures, ...labels].join(", ")}`;
}
