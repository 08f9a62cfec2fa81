import { routeQuery } from "../../../shared/api/useRoute.ts";

/** One recorded session. It is never refetched, because a recording does not change while it is watched. */
export const replayQuery = (id: string) => ({
  ...routeQuery("GET /replays/:id", { params: { id } }),
  staleTime: Number.POSITIVE_INFINITY,
});
