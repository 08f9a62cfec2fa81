import type { FunnelDefinition, FunnelState } from "@marquee/contract/schema";
import { useMutation } from "@tanstack/react-query";
import { request } from "../../../shared/api/request.ts";

interface Save {
  /** Null for a new funnel. */
  stored: FunnelState | null;
  definition: FunnelDefinition;
}

/** Creates, changes, archives and restores funnels. */
export function useFunnelChanges() {
  return useMutation({
    mutationFn: ({ stored, definition }: Save): Promise<FunnelState> =>
      stored
        ? request("PUT /funnels/:id", {
            params: { id: String(stored.id) },
            body: { revision: stored.revision, definition },
          })
        : request("POST /funnels", { body: { definition } }),
  });
}
