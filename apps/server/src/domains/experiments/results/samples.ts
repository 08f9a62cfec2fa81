import type { MetricType, Variation } from "@marquee/contract";
import type { Totals } from "../queries/metricTotals.ts";
import type { VariantSample } from "../statistics/analyse.types.ts";

const NOBODY: Totals = { users: 0, sum: 0, sumOfSquares: 0 };

/** Totals as samples for the statistics: one per variation, in order. */
export function samplesOf(
  type: MetricType,
  variations: readonly Pick<Variation, "key">[],
  totals: ReadonlyMap<string, Totals>,
): VariantSample[] {
  return variations.map(({ key }) => {
    const { users, sum, sumOfSquares } = totals.get(key) ?? NOBODY;
    if (type === "conversion") return { key, users, conversions: Math.round(sum) };
    // Sums of floating-point differences can put the sum of squares slightly below its mathematical minimum.
    const least = users === 0 ? 0 : (sum * sum) / users;
    return { key, users, sum, sumOfSquares: Math.max(sumOfSquares, least) };
  });
}
