import type { ConsentPoint, Interval } from "@marquee/contract/schema";
import { useMemo } from "react";
import { type Line, SeriesChart } from "../../shared/charts/SeriesChart.tsx";

interface DecisionsChartProps {
  series: readonly ConsentPoint[];
  interval: Interval;
}

/** Decisions over time, by the groups that they allow. */
export function DecisionsChart({ series, interval }: DecisionsChartProps) {
  const starts = useMemo(() => series.map(({ start }) => start), [series]);
  const lines = useMemo<Line[]>(() => {
    const values = (name: Exclude<keyof ConsentPoint, "start">) => series.map((point) => point[name]);
    return [
      { name: "Analytics", color: "leaf", isArea: true, values: values("analytics") },
      { name: "Functional", color: "sky", values: values("functional") },
      { name: "Marketing", color: "iris", values: values("marketing") },
      { name: "Without analytics", color: "clay", values: values("refused") },
    ];
  }, [series]);
  return (
    <section>
      <h2 className="mb-3 font-medium">Decisions over time</h2>
      <SeriesChart starts={starts} lines={lines} interval={interval} height={200} />
    </section>
  );
}
