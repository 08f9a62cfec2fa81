import type { Metric } from "@marquee/contract";
import type {
  IntervalEnds,
  MetricResult,
  ResultsResponse,
  TestFigures,
  VariationFigures,
} from "@marquee/contract/schema";

/** Lowest possible lift of a counted metric: -100%. */
const LEAST = -1;

/**
 * Clamps the intervals of counted metrics at -100%. With few visitors the formulas, which have no such bound, exceed it.
 * The mean of a property may be negative, so its lift has no lower bound.
 */
export function clampLifts(results: ResultsResponse): ResultsResponse {
  const first = results.metrics[0]?.metric;
  if (!first) return results;
  return {
    ...results,
    metrics: results.metrics.map(clampMetric),
    splits: results.splits.map(({ value, variations }) => ({
      value,
      variations: variations.map((figures) => boundFigures(first, figures)),
    })),
    explored: results.explored && clampMetric(results.explored),
    phases: results.phases.map((each) => ({ ...each, primary: each.primary && clampMetric(each.primary) })),
    course: results.course.map(({ at, variations }) => ({
      at,
      variations: variations.map((each) => ({ ...each, sequential: bound(first, each.sequential) })),
    })),
  };
}

function clampMetric({ metric, variations }: MetricResult): MetricResult {
  return { metric, variations: variations.map((figures) => boundFigures(metric, figures)) };
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

function bound({ type, property }: Metric, interval: IntervalEnds | null): IntervalEnds | null {
  const mayBeNegative = type === "mean" || property !== "";
  if (mayBeNegative || !interval) return interval;
  return [Math.max(LEAST, interval[0]), Math.max(LEAST, interval[1])];
}
