import type { Metric, Variation } from "@marquee/contract";
import type { SegmentDimension, VisitorSegmentResult } from "@marquee/contract/schema";
import type { querySegmentTotals } from "../../storage/events/queries/experiments/segmentTotals.ts";
import { analyse } from "../statistics/analyse.ts";
import type { VariantSample } from "../statistics/analyse.types.ts";
import { figuresOf } from "./figures.ts";
import { samplesOf } from "./samples.ts";

interface SplitsOptions {
  split: SegmentDimension;
  metric: Metric;
  variations: readonly Variation[];
}

/**
 * Results of each segment. The segments share alpha, because some of many differ by chance; p-values and intervals are corrected alike, so
 * they agree.
 */
export function buildSegments(
  totals: Awaited<ReturnType<typeof querySegmentTotals>>,
  { split, metric, variations }: SplitsOptions,
): VisitorSegmentResult[] {
  const values = [...new Set(totals.map(({ value }) => value))];
  const weights = variations.map(({ weight }) => weight);
  const groups = values.map((value) => {
    const own = new Map(totals.filter((row) => row.value === value).map((row) => [row.variation, row]));
    return { value, variants: samplesOf(metric.type, variations, own) };
  });
  const comparisons = Math.max(1, groups.filter(({ variants }) => isComparable(variants)).length);
  return groups.map(({ value, variants }) => {
    const { variants: results } = analyse({
      metric,
      variants,
      weights,
      daysRun: 0,
      settings: { comparisons },
    });
    return { value: labelOf(split, value), variations: figuresOf(results) };
  });
}

/** Whether the segment has visitors of the control and of another variation. */
function isComparable([control, ...challengers]: readonly VariantSample[]): boolean {
  return (control?.users ?? 0) > 0 && challengers.some(({ users }) => users > 0);
}

const REGIONS = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** The displayed name of a segment: `DE` becomes Germany. */
function labelOf(split: SegmentDimension, value: string): string {
  if (value === "") return "Unknown";
  return split === "country" && /^[A-Z]{2}$/.test(value) ? (REGIONS.of(value) ?? value) : value;
}
