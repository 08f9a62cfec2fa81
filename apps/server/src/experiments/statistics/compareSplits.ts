import { adjustPValues } from "./adjustPValues.ts";
import type { Split, SplitResult } from "./analyse.types.ts";
import { type SequentialSettings, sequential } from "./sequential.ts";

/**
 * Each challenger against the baseline in each part of the users. Many parts make a false alarm likely, so the
 * p-values are adjusted together; parts that cannot be told yet are not counted.
 */
export function compareSplits(
  splits: readonly Split[],
  challengerKeys: readonly string[],
  settings: SequentialSettings,
): readonly SplitResult[] {
  const raw = splits.map(({ key, samples: [baseline, ...challengers] }) => ({
    key,
    results: challengers.map((sample) => (baseline && sequential(baseline, sample, settings)) ?? null),
  }));
  const told = raw.flatMap(({ results }) => results).filter((result) => result !== null);
  const adjusted = adjustPValues(told.map(({ pValue }) => pValue));
  const adjustedOf = new Map(told.map((result, index) => [result, adjusted[index] ?? null]));
  return raw.map(({ key, results }) => ({
    key,
    challengers: challengerKeys.map((challenger, index) => {
      const result = results[index] ?? null;
      return {
        key: challenger,
        sequential: result,
        adjustedPValue: result && (adjustedOf.get(result) ?? null),
      };
    }),
  }));
}
