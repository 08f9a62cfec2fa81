import { VITAL_THRESHOLDS } from "@marquee/contract";
import type { Interval, MonitoredPoint, Release } from "@marquee/contract/schema";
import { useMemo } from "react";
import type { FigureScale } from "../../shared/charts/figureScale.ts";
import { releaseMarks } from "../../shared/charts/releaseMarks.ts";
import { type Line, SeriesChart } from "../../shared/charts/SeriesChart.tsx";
import { type FigureName, figureKind } from "./figures.ts";

interface FigureChartProps {
  figure: FigureName;
  series: readonly MonitoredPoint[];
  interval: Interval;
  /** Of the application, as marks of when they were first seen. */
  versions: readonly Release[];
}

/** One figure over time, among the versions; a vital between where it is good and where it is poor. */
export function FigureChart({ figure, series, interval, versions }: FigureChartProps) {
  const { name, per, counts } = figureKind(figure);
  const starts = useMemo(() => series.map(({ start }) => start), [series]);
  const lines = useMemo(() => linesOf(figure, series), [figure, series]);
  const marks = useMemo(() => releaseMarks(starts, versions, "version"), [starts, versions]);
  const scale = useMemo(() => scaleOf(figure, lines), [figure, lines]);
  return (
    <section>
      <h2 className="font-medium">{[name, per].filter(Boolean).join(" ")} over time</h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-muted text-xs">{counts}</p>
      <SeriesChart {...{ starts, lines, interval, scale, marks }} height={200} />
    </section>
  );
}

function linesOf(figure: FigureName, series: readonly MonitoredPoint[]): Line[] {
  const { name, per = "", color, value, format, vital } = figureKind(figure);
  const line: Line = {
    name: `${name} ${per}`.trim(),
    color,
    isArea: !vital && color !== "sky",
    values: series.map(value),
  };
  if (!vital) return [line];
  const [good, poor] = VITAL_THRESHOLDS[vital];
  const level = (height: number) => series.map(() => height);
  return [
    line,
    { name: `Good up to ${format(good)}`, color: "leaf", isDashed: true, values: level(good) },
    { name: `Poor above ${format(poor)}`, color: "clay", isDashed: true, values: level(poor) },
  ];
}

/** From zero to a little over the highest line. */
function scaleOf(figure: FigureName, lines: readonly Line[]): FigureScale {
  const { format } = figureKind(figure);
  const highest = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return {
    format,
    say: (value, name) => `${value === null ? "–" : format(value)} ${name.toLowerCase()}`,
    ...(highest > 0 && { range: [0, highest * 1.1] }),
  };
}
