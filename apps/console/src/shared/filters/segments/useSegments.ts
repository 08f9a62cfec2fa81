import type { SavedSegment, SegmentsResponse } from "@marquee/contract/schema";
import { type UseQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../api/request.ts";
import { routeKey, useRoute } from "../../api/useRoute.ts";

/**
 * The saved segments that the account can use. @param isAsked false delays the request until they are needed.
 */
export function useSegments(isAsked = true): UseQueryResult<SegmentsResponse> {
  return useRoute("GET /segments", {}, { enabled: isAsked });
}

/** Texts of segments in a list of filters: "Segment is Germany on phones". Without the name until it has loaded. */
export function useSegmentText(segments: readonly number[]): (id: number) => string {
  const { data } = useSegments(segments.length > 0);
  return (id) =>
    data
      ? `Segment is ${data.segments.find((segment) => segment.id === id)?.definition.name ?? "unknown"}`
      : "Segment";
}

/** Deletes segments. Any figure may change, so all are refetched. */
export function useDeleteSegment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SavedSegment) =>
      request("POST /segments/:id/delete", { params: { id: String(id) } }),
    onSuccess: (_, deleted) =>
      queries.setQueryData<SegmentsResponse>(
        routeKey("GET /segments"),
        (response) =>
          response && { ...response, segments: response.segments.filter(({ id }) => id !== deleted.id) },
      ),
  });
}
