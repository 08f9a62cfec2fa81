import {
  isSum,
  METRICS,
  type MetricName,
  type MetricValue,
  type QueryResponse,
  type QueryRow,
} from "@marquee/contract";

export type Row = { dimensions: string[]; metrics: MetricValue[] };

interface Pairing {
  metrics: readonly MetricName[];
  /** Metrics without a change. */
  warnings: QueryResponse["meta"]["comparison_warnings"] & object;
  /** Dimensions of the earlier row that a row is compared with. */
  earlierOf: (dimensions: readonly string[]) => string[];
}

/** Adds the earlier range's values and the change to rows. */
export function compareRows(
  rows: readonly Row[],
  earlier: readonly Row[] | null,
  { metrics, warnings, earlierOf }: Pairing,
): QueryRow[] {
  const keyOf = (dimensions: readonly string[]) => JSON.stringify(dimensions);
  const earlierRows = new Map(earlier?.map((row) => [keyOf(row.dimensions), row]));
  return rows.map(({ dimensions, metrics: values }) => {
    if (!earlier) return { dimensions, metrics: values };
    const dimensionsBefore = earlierOf(dimensions);
    const before = earlierRows.get(keyOf(dimensionsBefore));
    const valuesBefore = before?.metrics ?? valuesOfNothing(metrics);
    const change = metrics.map((metric, index) =>
      warnings[metric] ? null : changeOf(metric, values[index] ?? null, valuesBefore[index] ?? null),
    );
    return {
      dimensions,
      metrics: values,
      comparison: { dimensions: dimensionsBefore, metrics: valuesBefore, change },
    };
  });
}

/** Values without any data: counts and sums are zero, everything else is unknown. */
export function valuesOfNothing(metrics: readonly MetricName[]): MetricValue[] {
  return metrics.map((metric) => (isSum(metric) ? 0 : null));
}

/** The change in percent, for rates in percentage points; null without an earlier value. */
function changeOf(metric: MetricName, value: MetricValue, before: MetricValue): MetricValue {
  if (value === null || before === null) return null;
  if (METRICS[metric].unit === "percent") return Math.round((value - before) * 100) / 100;
  return before === 0 ? null : Math.round(((value - before) / before) * 10_000) / 100;
}
