import type { ExperimentResponse, ResultsResponse, ShipDecision, Verdict } from "@marquee/contract/schema";
import { notifyManager, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { useHrefWith } from "../../../../shared/address/useFilters.ts";
import { type Input, request } from "../../../../shared/api/request.ts";
import { reload, routeKey } from "../../../../shared/api/useRoute.ts";

export type Step = "start" | "stop" | "ship";

export interface StepDialogProps {
  experiment: ExperimentResponse;
  onDismiss: () => void;
  /** Called with the experiment after the step. */
  onDone: (experiment: ExperimentResponse) => void;
}

interface Shipped {
  /** Key of the variation. */
  variation: string;
  decisions: ShipDecision[];
}

/** Starts, stops or ships an experiment. */
export function useStep(step: Step, { experiment: { definition, revision }, onDone }: StepDialogProps) {
  const queries = useQueryClient();
  const { key } = definition;
  const hrefWith = useHrefWith();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: (shipped?: Shipped) =>
      request(`POST /experiments/:key/${step}`, { params: { key: key }, body: { revision, ...shipped } }),
    onSuccess: (state) => {
      queries.setQueryData(routeKey("GET /experiments/:key", { params: { key } }), state);
      // A step is about the latest phase, so show it.
      navigate(hrefWith({ phase: "" }), { replace: true });
      onDone(state);
    },
    // Another editor may have changed its state or its texts first, so refetch them.
    onError: () => void reload(queries, "GET /experiments/:key", "GET /content*"),
  });
}

/** The verdict of the latest phase on all visitors; null until its results are loaded. Filtered results never decide. */
export function useVerdict({ definition, phase }: ExperimentResponse): Verdict | null {
  const queries = useQueryClient();
  const read = () => {
    const input = { params: { key: definition.key }, body: { phase } };
    const loaded = queries.getQueriesData<ResultsResponse>({
      queryKey: routeKey("POST /query/experiments/:key", input),
      predicate: ({ queryKey }) => !hasFilters(queryKey),
    });
    return loaded.findLast(([, data]) => data)?.[1]?.verdict ?? null;
  };
  return useSyncExternalStore(
    (onChange) => queries.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    read,
  );
}

const hasFilters = ([, input]: QueryKey) =>
  (input as Input<"POST /query/experiments/:key">).body.filters?.length !== 0;

/** Key of the winning variation; null if there is none. */
export function winnerOf(verdict: Verdict | null): string | null {
  return verdict?.kind === "winner" ? verdict.variation : null;
}
