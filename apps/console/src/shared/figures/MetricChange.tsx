import {
  type ComparisonWarning,
  formatMetric,
  METRICS,
  type MetricName,
  type MetricValue,
} from "@marquee/contract";
import { Change } from "./Change.tsx";

interface MetricChangeProps {
  metric: MetricName;
  now: MetricValue;
  /** Value of the earlier range; null if there was nothing to measure. */
  before: MetricValue;
  /** Why the values can't be compared. */
  warning?: ComparisonWarning | undefined;
}

/** The change of a metric from the earlier range. Its tooltip has the earlier value. */
export function MetricChange({ metric, now, before, warning }: MetricChangeProps) {
  if (warning)
    return (
      <span title={warning.warning}>
        {warning.code === "not_covered" ? "No earlier data" : "Not comparable"}
      </span>
    );
  const { unit, ...definition } = METRICS[metric];
  const isRate = unit === "percent";
  const scale = isRate ? 100 : 1;
  return (
    <Change
      now={(now ?? 0) / scale}
      before={before === null ? null : before / scale}
      kind={isRate ? "rate" : "count"}
      {...("better" in definition && { better: definition.better })}
      hint={`${formatMetric(metric, before)} in the earlier range`}
    />
  );
}
