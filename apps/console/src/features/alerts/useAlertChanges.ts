import type { AlertDefinition, AlertState } from "@marquee/contract/schema";
import { useMutation } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";

interface Save {
  /** Null for a new alert. */
  stored: AlertState | null;
  alert: AlertDefinition;
}

/** Creates, changes and snoozes alerts. */
export function useAlertChanges() {
  const save = useMutation({
    mutationFn: ({ stored, alert }: Save) =>
      stored
        ? request("PUT /alerts/:id", {
            params: { id: String(stored.id) },
            body: { revision: stored.revision, alert },
          })
        : request("POST /alerts", { body: { alert } }),
  });
  const snooze = useMutation({
    mutationFn: ({ id, until }: { id: number; until: number | null }) =>
      request("POST /alerts/:id/snooze", { params: { id: String(id) }, body: { until } }),
  });
  return { save, snooze };
}
