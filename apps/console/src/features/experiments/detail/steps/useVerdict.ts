import type { ExperimentResponse, ResultsResponse, Verdict } from "@marquee/contract/schema";
import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** The verdict of the current results; null until they are loaded. */
export function useVerdict({ definition, phase }: ExperimentResponse): Verdict | null {
  const queries = useQueryClient();
  const read = () => {
    const known = queries.getQueriesData<ResultsResponse>({ queryKey: ["results", definition.key, phase] });
    return known.findLast(([, data]) => data)?.[1]?.verdict ?? null;
  };
  return useSyncExternalStore(
    (onChange) => queries.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    read,
  );
}

/** The variation that does better than the control. */
export function winnerOf(verdict: Verdict | null): string | null {
  return verdict?.kind === "winner" ? verdict.variation : null;
}
