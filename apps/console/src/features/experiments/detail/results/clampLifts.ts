import type { Metric } from "@marquee/contract";
import type { IntervalEnds, ResultsResponse, TestFigures, VariationFigures } from "@marquee/contract/schema";

/** Lowest possible lift of a counted metric: -100%. */
const LEAST = -1;

/**
 * Clamps the intervals of counted metrics at -100%. With few visitors the formulas, which know no such bound, go beyond it.
 * The mean of a property may be negative, so its lift has no lower bound.
 */
export function clampLifts(results: ResultsResponse): ResultsResponse {
  const first = results.metrics[0]?.metric;
  if (!first) return results;
  return {
    ...results,
    metrics: results.metrics.map(({ metric, variations }) => ({
      metric,
      variations: variations.map((figures) => boundFigures(metric, figures)),
    })),
    splits: results.splits.map(({ value, variations }) => ({
      value,
      variations: variations.map((figures) => boundFigures(first, figures)),
    })),
    course: results.course.map(({ at, variations }) => ({
      at,
      variations: variations.map((each) => ({ ...each, sequential: bound(first, each.sequential) })),
    })),
  };
}

function boundFigures(metric: Metric, figures: VariationFigures): VariationFigures {
  const { sequential, fixedHorizon } = figures;
  return {
    ...figures,
    sequential: boundTest(metric, sequential),
    fixedHorizon: boundTest(metric, fixedHorizon),
  };
}

function boundTest(metric: Metric, test: TestFigures | null): TestFigures | null {
  return test && { ...test, lift: bound(metric, test.lift) };
}

function bound({ type }: Metric, interval: IntervalEnds | null): IntervalEnds | null {
  if (type === "mean" || !interval) return interval;
  return [Math.max(LEAST, interval[0]), Math.max(LEAST, interval[1])];
}
