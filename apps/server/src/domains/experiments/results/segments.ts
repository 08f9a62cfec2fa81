import { type Metric, NOT_SET, type Variation } from "@marquee/contract";
import type { VisitorSegmentResult } from "@marquee/contract/schema";
import type { querySegmentTotals } from "../queries/segmentTotals.ts";
import { analyse } from "../statistics/analyse.ts";
import type { VariantSample } from "../statistics/analyse.types.ts";
import { figuresOf } from "./figures.ts";
import { samplesOf } from "./samples.ts";

interface SplitsOptions {
  metric: Metric;
  variations: readonly Variation[];
  /** Number of looks that the results are also corrected for. */
  looks: number;
}

/**
 * Results of each segment. The segments share alpha, because some of many differ by chance; p-values and intervals are corrected alike, so
 * they agree.
 */
export function buildSegments(
  totals: Awaited<ReturnType<typeof querySegmentTotals>>,
  { metric, variations, looks }: SplitsOptions,
): VisitorSegmentResult[] {
  const values = [...new Set(totals.map(({ value }) => value))];
  const weights = variations.map(({ weight }) => weight);
  const groups = values.map((value) => {
    const totalsByVariation = new Map(
      totals.filter((row) => row.value === value).map((row) => [row.variation, row]),
    );
    return { value, variants: samplesOf(metric.type, variations, totalsByVariation) };
  });
  const comparisons = looks * Math.max(1, groups.filter(({ variants }) => isComparable(variants)).length);
  return groups.map(({ value, variants }) => {
    const { variants: results } = analyse({
      metric,
      variants,
      weights,
      daysRun: 0,
      settings: { comparisons },
    });
    return { value: value === "" ? NOT_SET : value, variations: figuresOf(results) };
  });
}

/** Whether the segment has visitors of the control and of another variation. */
function isComparable([control, ...challengers]: readonly VariantSample[]): boolean {
  return (control?.users ?? 0) > 0 && challengers.some(({ users }) => users > 0);
}
