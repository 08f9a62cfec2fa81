import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../api/request.ts";

/** Takes a change back by its id; every screen that may show what it changed asks again. */
export function useRevert() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => request("POST /changes/:id/revert", { params: { id: String(id) } }),
    onSettled: () =>
      Promise.all(
        ["changes", "flags", "flag", "experiments", "experiment"].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
}
