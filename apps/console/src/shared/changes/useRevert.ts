import { useMutation } from "@tanstack/react-query";
import { request } from "../api/request.ts";

/** Reverts a change by its ID. */
export function useRevert() {
  return useMutation({
    mutationFn: (id: number) => request("POST /changes/:id/revert", { params: { id: String(id) } }),
  });
}
