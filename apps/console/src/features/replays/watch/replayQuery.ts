import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../shared/api/request.ts";

/** One recorded session. It is never refetched, because a recording does not change while it is watched. */
export const replayQuery = (id: string) =>
  queryOptions({
    queryKey: ["replay", id],
    queryFn: () => request("GET /replays/:id", { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
