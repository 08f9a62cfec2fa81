import type { Interval, SeriesPoint } from "@marquee/contract/schema";
import { useMemo } from "react";
import { type Line, SeriesChart } from "../../shared/charts/SeriesChart.tsx";

interface VisitsChartProps {
  series: readonly SeriesPoint[];
  interval: Interval;
}

/** Page views as an area, visitors as a line. */
export function VisitsChart({ series, interval }: VisitsChartProps) {
  const starts = useMemo(() => series.map(({ start }) => start), [series]);
  const lines = useMemo<Line[]>(
    () => [
      { name: "Page views", color: "sky", isArea: true, values: series.map(({ pageViews }) => pageViews) },
      { name: "Visitors", color: "leaf", values: series.map(({ visitors }) => visitors) },
    ],
    [series],
  );
  return <SeriesChart starts={starts} lines={lines} interval={interval} />;
}
