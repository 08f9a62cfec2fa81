import type { Query, QueryResponse } from "@marquee/contract";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { request } from "../api/request.ts";
import { routeKey } from "../api/useRoute.ts";
import { siteId } from "./siteId.ts";

type Question = Omit<Query, "site_id">;

/** How often a query that includes the current day is refetched, in milliseconds. */
const REFRESH_INTERVAL = 30_000;

/**
 * The response to a query about the site. While the next one loads, the last response of the same shape is kept. Leaving the screen aborts the request, and
 * the server then cancels its query.
 * @param question null to send no query.
 * @param isLive whether the response changes over time.
 */
export function useQuestion(
  question: Question | null,
  { isLive = false } = {},
): UseQueryResult<QueryResponse> {
  return useQuery({
    queryKey: routeKey("POST /query", question),
    queryFn: ({ signal }) => ask(question as Question, signal),
    enabled: question !== null,
    placeholderData: (last, lastQuery) =>
      hasSameShape(lastQuery?.queryKey[1] as Question | null | undefined, question) ? last : undefined,
    ...(isLive && { refetchInterval: REFRESH_INTERVAL }),
  });
}

/** Sends a query once, for example for a download. @throws see {@link request}. */
export function ask(question: Question, signal?: AbortSignal): Promise<QueryResponse> {
  const body = { ...question, site_id: siteId() };
  return request("POST /query", { body, ...(signal && { signal }) });
}

/** Whether the rows of both responses have the same columns. */
function hasSameShape(one: Question | null | undefined, other: Question | null): boolean {
  const columnsOf = (question: Question) => JSON.stringify([question.metrics, question.dimensions ?? []]);
  return Boolean(one && other && columnsOf(one) === columnsOf(other));
}
