import type { QueryFilter } from "@marquee/contract";
import type { SavedSegment } from "@marquee/contract/schema";
import { queryFilters, readQueryFilters, type Scope, type ScopeFilters } from "../../address/scope.ts";
import { isFiltered, NO_FILTERS } from "../../address/useScope.ts";

type Filtered = Pick<SavedSegment, "id" | "definition">;

/**
 * The filters to save as a segment. Segments cannot contain others, so those in use are replaced by their filters.
 * @returns null if one of them does not exist, or without filters.
 */
export function filtersToSave(scope: ScopeFilters, segments: readonly Filtered[]): QueryFilter[] | null {
  if (!isFiltered(scope)) return null;
  const used = scope.segments.map((id) => segments.find((segment) => segment.id === id));
  if (used.includes(undefined)) return null;
  return [
    ...queryFilters({ ...scope, segments: [] }),
    ...(used as readonly Filtered[]).flatMap(({ definition }) => definition.filters),
  ];
}

/**
 * The scope with a segment replaced by its filters, so that they can be changed.
 * @returns null if the filter bar does not support them, or not in combination with the others.
 */
export function withFiltersOf({ id, definition }: Filtered, scope: ScopeFilters): ScopeFilters | null {
  const parsed = readQueryFilters(definition.filters);
  if (!parsed || (parsed.anyOf.length > 0 && scope.anyOf.length > 0)) return null;
  return {
    filters: [...scope.filters, ...parsed.filters],
    anyOf: [...scope.anyOf, ...parsed.anyOf],
    segments: scope.segments.filter((each) => each !== id),
  };
}

/** The scope with a segment, once. */
export function withSegment(scope: Pick<Scope, "segments">, id: number): Pick<Scope, "segments"> {
  return { segments: [...scope.segments.filter((each) => each !== id), id] };
}

export function withoutSegment(scope: Pick<Scope, "segments">, id: number): Pick<Scope, "segments"> {
  return { segments: scope.segments.filter((each) => each !== id) };
}

/** A scope whose only filter is a segment. */
export function onlySegment(id: number): ScopeFilters {
  return { ...NO_FILTERS, segments: [id] };
}
