import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { type DateRangeName, toOverviewQuery } from "../../shared/address/range.ts";
import { request } from "../../shared/api/request.ts";
import { type ReplayFilterValues, toReplayFilter } from "./replayFilters.ts";

/** The list that the address asks for, page by page; list and player share it. */
export function useReplays(range: DateRangeName, filters: ReplayFilterValues, isAsked = true) {
  const replays = useInfiniteQuery({
    enabled: isAsked,
    queryKey: ["replays", range, filters],
    queryFn: ({ pageParam }) => {
      const { from, to } = toOverviewQuery(range, new Date());
      return request("GET /replays", {
        query: { from, to, ...toReplayFilter(filters), ...(pageParam && { before: pageParam }) },
      });
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const pages = replays.data?.pages ?? [];
  const found = pages.flatMap((page) => page.replays);
  return { ...replays, first: pages[0], found: [...new Map(found.map((each) => [each.id, each])).values()] };
}
