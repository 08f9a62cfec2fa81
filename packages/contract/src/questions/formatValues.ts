import {
  formatAverage,
  formatCount,
  formatDuration,
  formatFineShare,
  formatMoney,
} from "../kernel/formatNumbers.ts";
import { METRICS, type MetricName } from "./metrics.ts";
import type { MetricValue } from "./query.ts";

/** A metric's value with its unit; a dash without one. */
export function formatMetric(metric: MetricName, value: MetricValue | undefined): string {
  if (value === null || value === undefined) return "–";
  switch (METRICS[metric].unit) {
    case "count":
      return formatCount(value);
    case "ratio":
      return formatAverage(value);
    case "percent":
      return formatPercent(value);
    case "seconds":
      return formatDuration(value * 1000);
    case "money":
      return formatMoney(value);
  }
}

/** Rates under this many percent have two decimals. */
const FINE_BELOW = 10;

/** @param percent from 0 to 100. */
function formatPercent(percent: number): string {
  return formatFineShare(Number(percent.toFixed(percent < FINE_BELOW ? 2 : 1)) / 100);
}
