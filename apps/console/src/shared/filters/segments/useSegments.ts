import type { SavedSegment, SegmentDefinition, SegmentsResponse } from "@marquee/contract/schema";
import { type UseQueryResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../api/request.ts";
import { routeKey, useRoute } from "../../api/useRoute.ts";

const KEY = routeKey("GET /segments");

/** The saved segments that the account can use. @param isAsked false while nothing shows them. */
export function useSegments(isAsked = true): UseQueryResult<SegmentsResponse> {
  return useRoute("GET /segments", {}, { enabled: isAsked });
}

/** Texts of segments in a list of filters: "Segment is Germany on phones". Without the name until it has loaded. */
export function useSegmentText(segments: readonly number[]): (id: number) => string {
  const { data } = useSegments(segments.length > 0);
  return (id) =>
    data ? `Segment is ${data.segments.find((segment) => segment.id === id)?.name ?? "unknown"}` : "Segment";
}

interface Save {
  /** Null for a new segment. */
  stored: SavedSegment | null;
  segment: SegmentDefinition;
}

/** Creates, changes and deletes segments. After a change, every figure may be another, so all are fetched again. */
export function useSegmentChanges() {
  const queries = useQueryClient();
  const replace = (id: number, saved: readonly SavedSegment[]) =>
    queries.setQueryData<SegmentsResponse>(
      KEY,
      (known) =>
        known && { ...known, segments: [...known.segments.filter((each) => each.id !== id), ...saved] },
    );
  const save = useMutation({
    mutationFn: ({ stored, segment }: Save): Promise<SavedSegment> =>
      stored
        ? request("PUT /segments/:id", {
            params: { id: String(stored.id) },
            body: { revision: stored.revision, segment },
          })
        : request("POST /segments", { body: { segment } }),
    onSuccess: (saved) => replace(saved.id, [saved]),
  });
  const remove = useMutation({
    mutationFn: ({ id }: SavedSegment) =>
      request("POST /segments/:id/delete", { params: { id: String(id) } }),
    onSuccess: (_, { id }) => replace(id, []),
  });
  return { save, remove };
}
