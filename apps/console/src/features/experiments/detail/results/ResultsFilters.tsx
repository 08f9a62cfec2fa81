import type { FilterDimension, QueryFilter } from "@marquee/contract";
import { queryFilters, type ScopeFilters } from "../../../../shared/address/scope.ts";
import { isFiltered, useScope } from "../../../../shared/address/useScope.ts";
import { ScopeBar } from "../../../../shared/filters/ScopeBar.tsx";
import { useSegments } from "../../../../shared/filters/segments/useSegments.ts";
import { Warning } from "../../../../shared/ui/states.tsx";

/** Filters of the visitors that results count, and what they mean for results. */
export function ResultsFilters() {
  const { scope } = useScope();
  const { data } = useSegments(scope.segments.length > 0);
  const ofSegments = data?.segments.filter(({ id }) => scope.segments.includes(id)) ?? [];
  const all = [...ownFilters(scope), ...ofSegments.flatMap(({ definition: { filters } }) => filters)];
  return (
    <div className="mb-6">
      <div className="flex flex-wrap items-center gap-2">
        <ScopeBar hasComparison={false} hasRange={false} hasHosts={false} />
      </div>
      {isFiltered(scope) && (
        <p className="mt-2 max-w-prose text-ink-muted text-xs">
          Filters select visitors by the visit in which they first saw the experiment, so that later visits
          decide nothing. Filtered results are for exploration: decide on all visitors.
        </p>
      )}
      {all.some(followsExposure) && (
        <Warning className="mt-2">
          Pages, events, goals and the exit page of that visit can depend on the variation, which makes the
          comparison unfair. Filter by what was known when the visit began, such as country, device or source.
        </Warning>
      )}
    </div>
  );
}

const ownFilters = (scope: ScopeFilters) => queryFilters({ ...scope, segments: [] });

/** Whether a filter's value can depend on the variation. */
export function followsExposure(filter: QueryFilter): boolean {
  const [operator, inner] = filter;
  if (operator === "and" || operator === "or") return (inner as readonly QueryFilter[]).some(followsExposure);
  if (operator === "not" || operator === "has_done" || operator === "has_not_done")
    return followsExposure(inner as QueryFilter);
  const dimension = inner as FilterDimension;
  return dimension === "visit:exit_page" || !dimension.startsWith("visit:");
}
