import { VITAL_THRESHOLDS, type Vital } from "@marquee/contract";
import type { Release, SpeedPoint } from "@marquee/contract/schema";
import { useMemo } from "react";
import type { DateRangeName } from "../../shared/address/range.ts";
import { type FigureScale, valueScale } from "../../shared/charts/chartData.ts";
import { type SeriesLine, TimeSeries } from "../../shared/charts/TimeSeries.tsx";
import { thresholdLines, thresholdText, VITAL_NAMES, vitalFormat } from "../../shared/vitals/vitals.tsx";

interface VitalChartProps {
  vital: Vital;
  series: readonly SpeedPoint[];
  range: DateRangeName;
  releases: readonly Release[];
}

/** One web vital over time, with its thresholds. */
export function VitalChart({ vital, series, range, releases }: VitalChartProps) {
  const { short, name, measures } = VITAL_NAMES[vital];
  const lines = useMemo<SeriesLine<SpeedPoint>[]>(
    () => [
      { name: "75th percentile", color: "sky", value: ({ values }) => values[vital] },
      ...thresholdLines(vital),
    ],
    [vital],
  );
  const scale = useMemo(() => scaleOf(vital, series), [vital, series]);
  return (
    <section>
      <h2 className="font-medium">
        {name} ({short}) over time
      </h2>
      <p className="mt-1 mb-3 max-w-prose text-ink-muted text-xs">
        {measures} {thresholdText(vital)} The line is the 75th percentile: 75% of page views were at least
        this good.
      </p>
      <TimeSeries
        series={series}
        lines={lines}
        range={range}
        scale={scale}
        releases={releases}
        height={220}
      />
    </section>
  );
}

/** From zero to just above the threshold for poor or the highest value, so that both thresholds are always visible. */
function scaleOf(vital: Vital, series: readonly SpeedPoint[]): FigureScale {
  const [, poor] = VITAL_THRESHOLDS[vital];
  const highest = Math.max(poor * 1.02, ...series.map(({ values }) => values[vital] ?? 0));
  return valueScale(vitalFormat(vital), highest * 1.08);
}
