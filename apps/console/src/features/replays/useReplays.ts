import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearch } from "wouter";
import { toQueryScope } from "../../shared/address/toQuestion.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { useScope } from "../../shared/address/useScope.ts";
import { request } from "../../shared/api/request.ts";
import { routeKey } from "../../shared/api/useRoute.ts";
import { loadAllPages } from "../../shared/query/loadAllPages.ts";
import { REPLAY_FILTER_NAMES, type ReplayFilterValues, replayHref, toReplayFilter } from "./replayFilters.ts";

interface AdjacentReplays {
  /** URLs of the previous and next replay in the list; null at its ends. */
  previous: string | null;
  next: string | null;
}

/** The filtered list of replays, page by page. The list and the player share it. */
export function useReplays(filters: ReplayFilterValues, isAsked = true) {
  const { scope } = useScope();
  const query = { ...toQueryScope(scope), ...toReplayFilter(filters) };
  const load = (before: string, signal: AbortSignal) =>
    request("POST /query/replays", { body: { ...query, ...(before && { before }) }, signal });
  const replays = useInfiniteQuery({
    enabled: isAsked,
    queryKey: routeKey("POST /query/replays", query),
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const pages = replays.data?.pages ?? [];
  const loadedReplays = pages.flatMap((page) => page.replays);
  return {
    ...replays,
    first: pages[0],
    rows: [...new Map(loadedReplays.map((each) => [each.id, each])).values()],
    loadRows: loadAllPages({ load, rowsOf: (page) => page.replays, keyOf: ({ id }) => id }),
  };
}

/**
 * The replays before and after one in the filtered list. At the last loaded replay, the next page is fetched.
 * @param isAsked whether to fetch; false while the replay itself loads.
 */
export function useAdjacentReplays(id: string, isAsked: boolean): AdjacentReplays {
  const search = useSearch();
  const [filters] = useFilters(REPLAY_FILTER_NAMES);
  const { rows, hasNextPage, isFetching, fetchNextPage } = useReplays(filters, isAsked);
  const place = rows.findIndex((replay) => replay.id === id);
  const isLast = place === rows.length - 1;
  useEffect(() => {
    if (place >= 0 && isLast && hasNextPage && !isFetching) void fetchNextPage();
  }, [place, isLast, hasNextPage, isFetching, fetchNextPage]);
  const hrefAt = (index: number) => {
    const replay = place < 0 ? undefined : rows[index];
    return replay ? replayHref(replay, search) : null;
  };
  return { previous: hrefAt(place - 1), next: hrefAt(place + 1) };
}
