import { queryFilters, type Scope } from "./scope.ts";
import { useScope } from "./useScope.ts";

/** The filters in the URL, to add to the query of a GET request. */
export function useFiltersParam(): { filters?: string } {
  return filtersParam(useScope().scope);
}

/** Filters as in the query of a GET request; none without filters. */
export function filtersParam(scope: Pick<Scope, "filters" | "anyOf">): { filters?: string } {
  const filters = queryFilters(scope);
  return filters.length > 0 ? { filters: JSON.stringify(filters) } : {};
}
