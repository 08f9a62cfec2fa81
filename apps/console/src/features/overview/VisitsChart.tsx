import type { Interval, SeriesPoint } from "@marquee/contract/schema";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { formatCount } from "../../shared/format.ts";

interface VisitsChartProps {
  series: readonly SeriesPoint[];
  interval: Interval;
}

const HEIGHT = 260;

/** Page views as an area, visitors as a line; the figures under the pointer stand beside the names. */
export function VisitsChart({ series, interval }: VisitsChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const say = (index: number | null | undefined) => {
      if (readout.current) readout.current.textContent = describe(series, interval, index ?? null);
    };
    const chart = new uPlot(optionsFor(element, interval, say), dataOf(series), element);
    say(null);
    const resize = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }));
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
      chart.destroy();
    };
  }, [series, interval]);

  return (
    <figure>
      <figcaption className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-xs">
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-2.5 w-4 rounded-[2px] bg-sky/30" />
          Page views
        </span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-0.5 w-4 bg-leaf" />
          Visitors
        </span>
        <p ref={readout} className="ml-auto text-ink-muted tabular-nums" />
      </figcaption>
      <div ref={host} className="mt-3" aria-hidden="true" />
      <DataTable series={series} interval={interval} />
    </figure>
  );
}

/** The same figures as text, for who does not see the chart or wants to copy them. */
function DataTable({ series, interval }: VisitsChartProps) {
  return (
    <details className="mt-2 text-xs">
      <summary className="w-fit text-ink-muted hover:text-ink">Show as a table</summary>
      <div className="mt-2">
        <table className="w-full max-w-md text-right">
          <thead>
            <tr className="border-hairline border-b">
              <th className="py-1 text-left font-medium">{interval === "hour" ? "Hour" : "Day"}</th>
              <th className="py-1 font-medium">Visitors</th>
              <th className="py-1 font-medium">Page views</th>
            </tr>
          </thead>
          <tbody>
            {series.map(({ start, visitors, pageViews }) => (
              <tr key={start} className="border-hairline border-b">
                <th className="py-1 text-left font-normal">{labelOf(start, interval)}</th>
                <td>{formatCount(visitors)}</td>
                <td>{formatCount(pageViews)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function optionsFor(
  element: HTMLElement,
  interval: Interval,
  say: (index: number | null | undefined) => void,
): uPlot.Options {
  const color = (name: string) => () => getComputedStyle(element).getPropertyValue(name);
  const axis = {
    stroke: color("--ink-muted"),
    grid: { stroke: color("--hairline"), width: 1 },
    ticks: { show: false },
  };
  const font = '12px "Instrument Sans Variable", sans-serif';
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 8, 0, 0],
    cursor: { y: false, points: { size: 7 } },
    scales: { x: { time: true }, y: { range: (_chart, _min, max) => [0, Math.max(4, max * 1.08)] } },
    series: [
      {},
      {
        stroke: color("--sky"),
        width: 1,
        fill: () => `color-mix(in oklab, ${color("--sky")()} 22%, transparent)`,
        points: { show: false },
      },
      { stroke: color("--leaf"), width: 2, points: { show: false } },
    ],
    axes: [
      {
        ...axis,
        font,
        size: 28,
        grid: { show: false },
        values: (_chart, splits) => splits.map((at) => shortLabelOf(at * 1000, interval)),
      },
      {
        ...axis,
        font,
        size: 44,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 100_000],
      },
    ],
    hooks: { setCursor: [(chart) => say(chart.cursor.idx)] },
  };
}

function dataOf(series: readonly SeriesPoint[]): uPlot.AlignedData {
  return [
    series.map(({ start }) => start / 1000),
    series.map(({ pageViews }) => pageViews),
    series.map(({ visitors }) => visitors),
  ];
}

function describe(series: readonly SeriesPoint[], interval: Interval, index: number | null): string {
  const point = index === null ? undefined : series[index];
  if (!point) return "";
  return `${labelOf(point.start, interval)}: ${formatCount(point.visitors)} visitors, ${formatCount(point.pageViews)} page views`;
}

function labelOf(start: number, interval: Interval): string {
  const options =
    interval === "hour"
      ? ({ hour: "2-digit", minute: "2-digit" } as const)
      : ({ weekday: "short", day: "numeric", month: "short" } as const);
  return new Intl.DateTimeFormat("en-GB", options).format(start);
}

function shortLabelOf(start: number, interval: Interval): string {
  const options =
    interval === "hour"
      ? ({ hour: "2-digit", minute: "2-digit" } as const)
      : ({ day: "numeric", month: "short" } as const);
  return new Intl.DateTimeFormat("en-GB", options).format(start);
}
