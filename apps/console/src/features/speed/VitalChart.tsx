import { VITAL_THRESHOLDS, type Vital } from "@marquee/contract";
import type { Interval, Release, SpeedPoint } from "@marquee/contract/schema";
import { useMemo } from "react";
import type { FigureScale } from "../../shared/charts/figureScale.ts";
import { releaseMarks } from "../../shared/charts/releaseMarks.ts";
import { type Line, SeriesChart } from "../../shared/charts/SeriesChart.tsx";
import { thresholdText, VITAL_NAMES, vitalFormat } from "../../shared/vitals/vitalNames.ts";

interface VitalChartProps {
  vital: Vital;
  series: readonly SpeedPoint[];
  interval: Interval;
  releases: readonly Release[];
}

/** One vital over time, between where it is good and where it is poor. */
export function VitalChart({ vital, series, interval, releases }: VitalChartProps) {
  const { short, name, measures } = VITAL_NAMES[vital];
  const starts = useMemo(() => series.map(({ start }) => start), [series]);
  const lines = useMemo(() => linesOf(vital, series), [vital, series]);
  const marks = useMemo(() => releaseMarks(starts, releases), [starts, releases]);
  const scale = useMemo(() => scaleOf(vital, series), [vital, series]);
  return (
    <section>
      <h2 className="font-medium">
        {name} ({short}) over time
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-muted text-xs">
        {measures} {thresholdText(vital)} Three of four page views were at least as good as the line.
      </p>
      <SeriesChart {...{ starts, lines, interval, scale, marks }} height={220} />
    </section>
  );
}

/** Reaches past where the vital is poor, so that the levels are always in sight. */
function scaleOf(vital: Vital, series: readonly SpeedPoint[]): FigureScale {
  const format = vitalFormat(vital);
  const [, poor] = VITAL_THRESHOLDS[vital];
  const highest = Math.max(poor * 1.02, ...series.map(({ values }) => values[vital] ?? 0));
  return {
    format,
    say: (value, name) => `${value === null ? "–" : format(value)} ${name.toLowerCase()}`,
    range: [0, highest * 1.08],
  };
}

function linesOf(vital: Vital, series: readonly SpeedPoint[]): Line[] {
  const format = vitalFormat(vital);
  const [good, poor] = VITAL_THRESHOLDS[vital];
  const level = (value: number) => series.map(() => value);
  return [
    { name: "75th percentile", color: "sky", values: series.map(({ values }) => values[vital]) },
    { name: `Good up to ${format(good)}`, color: "leaf", isDashed: true, values: level(good) },
    { name: `Poor above ${format(poor)}`, color: "clay", isDashed: true, values: level(poor) },
  ];
}
