import type { MetricResult } from "@marquee/contract/schema";
import { falseDiscoveries } from "../statistics/falseDiscoveries.ts";
import { DEFAULT_SETTINGS } from "../statistics/settings.ts";

/** Results of a metric whose p-values are multiplied, and whose intervals are widened, for a number of comparisons. */
export type ResultFor = (comparisons: number) => MetricResult;

/**
 * Results of the secondary metrics, corrected together for their number and the number of variations. The fixed-horizon test is left out: it is shown for the
 * primary metric only.
 * @param looks that the result is one of.
 */
export function correctSecondary(metrics: readonly ResultFor[], looks: number): MetricResult[] {
  const { alpha } = DEFAULT_SETTINGS;
  const plain = metrics.map((resultFor) => resultFor(1));
  const tests = plain.flatMap(({ variations }) => variations.flatMap(({ sequential }) => sequential ?? []));
  const { adjusted, comparisons } = falseDiscoveries(
    tests.map(({ pValue }) => Math.min(1, pValue * looks)),
    alpha,
  );
  let next = 0;
  return metrics.map((resultFor) => {
    const { metric, variations } = resultFor(Math.max(1, comparisons) * looks);
    return {
      metric,
      variations: variations.map((figures) => ({
        ...figures,
        fixedHorizon: null,
        sequential: figures.sequential && { ...figures.sequential, pValue: adjusted[next++] ?? 1 },
      })),
    };
  });
}
