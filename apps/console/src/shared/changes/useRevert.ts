import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../api/request.ts";

/** Reverts a change by its ID and refetches every screen that may show it. */
export function useRevert() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request("POST /changes/:id/revert", { params: { id: String(id) } }),
    onSettled: () =>
      Promise.all(
        [
          "changes",
          "flags",
          "flag",
          "experiments",
          "experiment",
          "results",
          "goals",
          "errors",
          "site",
          "session",
        ].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
  });
}
