import type { ErrorDetailsAnswer, Interval } from "@marquee/contract/schema";
import { useMemo } from "react";
import { releaseMarks } from "../../shared/charts/releaseMarks.ts";
import { type Line, SeriesChart } from "../../shared/charts/SeriesChart.tsx";

interface ErrorChartProps extends Pick<ErrorDetailsAnswer, "series" | "releases"> {
  interval: Interval;
}

/** How often an error happened and to how many, among the releases. */
export function ErrorChart({ series, releases, interval }: ErrorChartProps) {
  const starts = useMemo(() => series.map(({ start }) => start), [series]);
  const marks = useMemo(() => releaseMarks(starts, releases), [starts, releases]);
  const lines = useMemo<Line[]>(
    () => [
      { name: "Times", color: "clay", isArea: true, values: series.map(({ count }) => count) },
      { name: "Visitors", color: "leaf", values: series.map(({ visitors }) => visitors) },
    ],
    [series],
  );
  return <SeriesChart {...{ starts, lines, interval, marks }} height={160} />;
}
