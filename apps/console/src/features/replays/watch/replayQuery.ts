import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../shared/api/api.ts";

/** One recorded session. What was recorded does not change while it is watched. */
export const replayQuery = (id: string) =>
  queryOptions({
    queryKey: ["replay", id],
    queryFn: () => api.replay(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
