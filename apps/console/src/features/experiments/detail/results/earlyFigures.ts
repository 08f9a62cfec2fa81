import type { MetricResult, ResultsResponse } from "@marquee/contract/schema";
import { fewestUsers } from "./verdictText.ts";

/** Below so many visitors in a variation, comparisons are noise. */
export const MIN_COMPARED = 100;

/** Whether so few visitors came that lifts, chances and intervals would rather mislead. */
export function isBelowMinimum(results: Pick<ResultsResponse, "verdict" | "sampleRatio">): boolean {
  return results.verdict.kind === "too-early" && fewestUsers(results) < MIN_COMPARED;
}

/** Whether anything of a metric can be compared with the control. */
export function isComparable({ variations: [, ...challengers] }: MetricResult): boolean {
  return challengers.some(({ lift, chanceToWin, pValue, sequential }) =>
    [lift, chanceToWin, pValue, sequential].some((value) => value !== null),
  );
}
