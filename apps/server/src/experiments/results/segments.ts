import type { Metric, Variation } from "@marquee/contract";
import type { SegmentDimension, VariationFigures, VisitorSegmentResult } from "@marquee/contract/schema";
import type { querySegmentTotals } from "../../storage/events/queries/experiments/segmentTotals.ts";
import { adjustPValues } from "../statistics/adjustPValues.ts";
import { analyse } from "../statistics/analyse.ts";
import { figuresOf } from "./figures.ts";
import { samplesOf } from "./samples.ts";

interface SplitsOptions {
  split: SegmentDimension;
  metric: Metric;
  variations: readonly Variation[];
}

/** Results of each segment, with adjusted p-values, because some of many segments differ by chance. */
export function buildSegments(
  totals: Awaited<ReturnType<typeof querySegmentTotals>>,
  { split, metric, variations }: SplitsOptions,
): VisitorSegmentResult[] {
  const values = [...new Set(totals.map(({ value }) => value))];
  const weights = variations.map(({ weight }) => weight);
  const groups = values.map((value) => {
    const own = new Map(totals.filter((row) => row.value === value).map((row) => [row.variation, row]));
    const variants = samplesOf(metric.type, variations, own);
    const { variants: results } = analyse({ metric, variants, weights, daysRun: 0 });
    return { value: labelOf(split, value), variations: figuresOf(results) };
  });
  return adjustSegments(groups);
}

function adjustSegments(groups: VisitorSegmentResult[]): VisitorSegmentResult[] {
  const all = groups.flatMap(({ variations }) => variations);
  const pValues = adjusted(all.map(({ pValue }) => pValue));
  const sequential = adjusted(all.map(({ sequentialPValue }) => sequentialPValue));
  let next = 0;
  const withAdjusted = (figures: VariationFigures): VariationFigures => {
    const index = next;
    next += 1;
    return { ...figures, pValue: pValues[index] ?? null, sequentialPValue: sequential[index] ?? null };
  };
  return groups.map(({ value, variations }) => ({ value, variations: variations.map(withAdjusted) }));
}

/** Adjusts the known p-values together; the others stay null. */
function adjusted(pValues: readonly (number | null)[]): (number | null)[] {
  const known = pValues.filter((pValue) => pValue !== null);
  const values = adjustPValues(known);
  let next = 0;
  return pValues.map((pValue) => {
    if (pValue === null) return null;
    next += 1;
    return values[next - 1] ?? null;
  });
}

const REGIONS = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** The displayed name of a segment: `DE` becomes Germany. */
function labelOf(split: SegmentDimension, value: string): string {
  if (value === "") return "Unknown";
  return split === "country" && /^[A-Z]{2}$/.test(value) ? (REGIONS.of(value) ?? value) : value;
}
