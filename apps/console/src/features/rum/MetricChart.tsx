import { VITAL_THRESHOLDS } from "@marquee/contract";
import type { Interval, Release, RumPoint } from "@marquee/contract/schema";
import { useMemo } from "react";
import { type FigureScale, valueScale } from "../../shared/charts/figureScale.ts";
import { type SeriesLine, TimeSeries } from "../../shared/charts/TimeSeries.tsx";
import { thresholdLines } from "../../shared/vitals/thresholdLines.ts";
import { type MetricName, metricKind } from "./figures.ts";

interface FigureChartProps {
  figure: MetricName;
  series: readonly RumPoint[];
  interval: Interval;
  /** Of the application, as marks of when they were first seen. */
  versions: readonly Release[];
}

/** One metric over time, among the versions; a vital between where it is good and where it is poor. */
export function MetricChart({ figure, series, interval, versions }: FigureChartProps) {
  const { name, per, counts } = metricKind(figure);
  const lines = useMemo(() => linesOf(figure), [figure]);
  const scale = useMemo(() => scaleOf(figure, series), [figure, series]);
  return (
    <section>
      <h2 className="font-medium">{[name, per].filter(Boolean).join(" ")} over time</h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-muted text-xs">{counts}</p>
      <TimeSeries
        {...{ series, lines, interval, scale }}
        releases={versions}
        releaseNoun="version"
        height={200}
      />
    </section>
  );
}

function linesOf(figure: MetricName): SeriesLine<RumPoint>[] {
  const { name, per = "", color, value, vital } = metricKind(figure);
  const isArea = !vital && color !== "sky";
  const line: SeriesLine<RumPoint> = { name: `${name} ${per}`.trim(), color, isArea, value };
  return vital ? [line, ...thresholdLines(vital)] : [line];
}

/** From zero to a little over the highest value or threshold. */
function scaleOf(figure: MetricName, series: readonly RumPoint[]): FigureScale {
  const { format, value, vital } = metricKind(figure);
  const thresholds = vital ? VITAL_THRESHOLDS[vital] : [];
  const highest = Math.max(0, ...thresholds, ...series.map((point) => value(point) ?? 0));
  return valueScale(format, highest * 1.1);
}
