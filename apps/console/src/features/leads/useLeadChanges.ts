import type { LeadChange, LeadResponse } from "@marquee/contract/schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../shared/api/request.ts";
import { reload, routeKey } from "../../shared/api/useRoute.ts";

type Lead = LeadResponse["lead"];
export type LeadPart = Omit<LeadChange, "revision">;

/** Changes a lead's status, value or owner, one at a time. The latest change can be undone until the person leaves the screen. */
export function useLeadChanges(lead: Lead) {
  const queries = useQueryClient();
  const [undo, setUndo] = useState<LeadPart | null>(null);
  const { id } = lead;
  const save = useMutation({
    // A change waits for the previous one, and is based on its result.
    scope: { id: `lead ${id}` },
    mutationFn: ({ change }: { change: LeadPart; before: LeadPart | null }) => {
      const { revision } =
        queries.getQueryData<LeadResponse>(routeKey("GET /leads/:id", { params: { id } }))?.lead ?? lead;
      return request("PUT /leads/:id", { params: { id }, body: { revision, ...change } });
    },
    onSuccess: (answer, { before }) => {
      queries.setQueryData(routeKey("GET /leads/:id", { params: { id } }), answer);
      setUndo(before);
    },
    onError: () => reload(queries, "GET /leads/:id"),
  });
  return {
    change: (change: LeadPart) => save.mutate({ change, before: before(lead, change) }),
    /** Null if there is nothing to undo. */
    undo: undo && (() => save.mutate({ change: undo, before: null })),
    isPending: save.isPending,
    error: save.error,
  };
}

/** The current values of the fields that a change replaces. */
function before({ status, value, owner }: Lead, change: LeadPart): LeadPart {
  return {
    ...(change.status !== undefined && { status }),
    ...(change.value !== undefined && { value }),
    ...(change.owner !== undefined && { owner: owner?.id ?? null }),
  };
}
