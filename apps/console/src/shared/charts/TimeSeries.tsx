import type { Release } from "@marquee/contract/schema";
import { useMemo } from "react";
import { type DateRangeName, includesNow, intervalOf, lastStart, seriesRange } from "../address/range.ts";
import type { FigureScale, Line } from "./chartData.ts";
import { inOrder, noteMarks } from "./noteMarks.ts";
import { releaseMarks } from "./releaseMarks.ts";
import { SeriesChart } from "./SeriesChart.tsx";
import { useNotes } from "./useNotes.ts";

/** One metric over time, described as data. */
export interface SeriesLine<Point> extends Omit<Line, "values" | "band"> {
  /** Value of a point; null if there is none. */
  value: (point: Point) => number | null;
}

interface TimeSeriesProps<Point> {
  /** In chronological order, up to the current hour or day. `start` is in milliseconds since the epoch. */
  series: readonly Point[];
  /** Pass a stable array, because a new one redraws the chart. */
  lines: readonly SeriesLine<Point>[];
  /** The date range that the series covers. If it includes the current day, the last hour or day is partial. */
  range: DateRangeName;
  height?: number;
  scale?: FigureScale;
  /** Shown as marks. */
  releases?: readonly Release[];
}

const NO_RELEASES: readonly Release[] = [];

/** Metrics by hour or day, as a chart and a table. */
export function TimeSeries<Point extends { start: number }>(props: TimeSeriesProps<Point>) {
  const { series, lines, range, releases = NO_RELEASES, ...chart } = props;
  const starts = useMemo(() => series.map(({ start }) => start), [series]);
  const drawn = useMemo(
    () => lines.map(({ value, ...line }) => ({ ...line, values: series.map(value) })),
    [lines, series],
  );
  const notes = useNotes();
  const marks = useMemo(() => {
    const time = { starts, range: seriesRange(range, new Date()) };
    return inOrder(releaseMarks(time, releases), noteMarks(time, notes));
  }, [starts, range, releases, notes]);
  const axisEnd = useMemo(() => axisEndOf(starts, range), [starts, range]);
  const now = Date.now();
  const presentIndex = includesNow(range, now) && starts.length > 0 ? starts.length - 1 : undefined;
  return (
    <SeriesChart
      {...chart}
      starts={starts}
      lines={drawn}
      marks={marks}
      interval={intervalOf(range, now)}
      axisEnd={axisEnd}
      presentIndex={presentIndex}
    />
  );
}

/** Later hours of today, or days of this week, have no values but are on the axis. */
function axisEndOf(starts: readonly number[], range: DateRangeName): number | undefined {
  const last = starts.at(-1);
  return last === undefined ? undefined : Math.max(last, lastStart(range, new Date(last)));
}
