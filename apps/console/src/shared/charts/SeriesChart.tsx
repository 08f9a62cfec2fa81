import type { Interval } from "@marquee/contract/schema";
import clsx from "clsx";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { formatCount } from "../format.ts";
import { chartOptions } from "./chartOptions.ts";
import { labelOf } from "./labels.ts";
import { SeriesTable, type SeriesTableProps, writeFigure } from "./SeriesTable.tsx";

/** One figure over time. */
export interface Line {
  name: string;
  color: "leaf" | "sky" | "clay" | "iris" | "control";
  /** Filled down to zero; where several figures are drawn, the largest. */
  isArea?: boolean;
  /** A level to compare with: dashed, and not read out. */
  isMark?: boolean;
  /** Null where there is none. */
  values: readonly (number | null)[];
}

export interface SeriesChartProps {
  /** Start of each hour or day, in milliseconds since the epoch. */
  starts: readonly number[];
  lines: readonly Line[];
  interval: Interval;
  height?: number;
  /** How a figure is written; as a count by default. One function for as long as the chart is shown. */
  format?: (value: number) => string;
  /** How high the scale reaches at least. */
  least?: number;
}

const KEYS: Record<Line["color"], string> = {
  leaf: "bg-leaf",
  sky: "bg-sky",
  clay: "bg-clay",
  iris: "bg-iris",
  control: "bg-control",
};

/** Figures over time; what stands under the pointer is said beside the names, and all of it as a table below. */
export function SeriesChart(props: SeriesChartProps) {
  const { starts, lines, interval, height = 260, format = formatCount, least } = props;
  const host = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const say = (index: number | null | undefined) => {
      if (readout.current)
        readout.current.textContent = describe({ starts, lines, interval, format }, index ?? null);
    };
    const data = [starts.map((start) => start / 1000), ...lines.map(({ values }) => [...values])];
    const options = chartOptions(element, { lines, interval, height, format, least, say });
    const chart = new uPlot(options, data as uPlot.AlignedData, element);
    say(null);
    const stop = followPage(chart, element, height);
    return () => {
      stop();
      chart.destroy();
    };
  }, [starts, lines, interval, height, format, least]);

  return (
    <figure>
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
        {lines.map(({ name, color, isArea, isMark }) => (
          <span key={name} className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              className={clsx(
                "w-4",
                KEYS[color],
                isArea ? "h-2.5 rounded-[2px] opacity-40" : "h-0.5",
                isMark && "opacity-60",
              )}
            />
            {name}
          </span>
        ))}
        <p ref={readout} className="ml-auto text-ink-muted tabular-nums" />
      </figcaption>
      <div ref={host} className="mt-3" aria-hidden="true" />
      <SeriesTable starts={starts} lines={lines} interval={interval} format={format} />
    </figure>
  );
}

/** Keeps the chart as wide as its place and in the colours of the theme. @returns the cleanup. */
function followPage(chart: uPlot, element: HTMLElement, height: number): () => void {
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

function describe({ starts, lines, interval, format }: SeriesTableProps, index: number | null): string {
  const start = index === null ? undefined : starts[index];
  if (index === null || start === undefined) return "";
  const figures = lines
    .filter(({ isMark }) => !isMark)
    .map(({ name, values }) => `${writeFigure(values[index], format)} ${name.toLowerCase()}`);
  return `${labelOf(start, interval)}: ${figures.join(", ")}`;
}
