import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** Takes a change back by its id; every screen that may show what it changed asks again. */
export function useRevert() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => api.revertChange(id),
    onSettled: () =>
      Promise.all(
        ["changes", "flags", "flag", "experiments", "experiment"].map((name) =>
          queries.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  });
}
