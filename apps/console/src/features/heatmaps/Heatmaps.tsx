import { keepPreviousData } from "@tanstack/react-query";
import { Redirect, useLocation, useSearch } from "wouter";
import { withMovedFilters } from "../../shared/address/moveFilters.ts";
import { seriesRange } from "../../shared/address/range.ts";
import type { Scope } from "../../shared/address/scope.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { useScope, useScreenHref } from "../../shared/address/useScope.ts";
import { useRoute } from "../../shared/api/useRoute.ts";
import { ScopeBar } from "../../shared/filters/ScopeBar.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { BackLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { Failure, Skeleton } from "../../shared/ui/states.tsx";
import { pageName } from "./choiceNames.ts";
import { HeatmapBody } from "./HeatmapBody.tsx";
import {
  type ChangeFilters,
  HEATMAP_FILTER_NAMES,
  type HeatmapFilterValues,
  toHeatmapQuery,
} from "./HeatmapFilters.tsx";
import { HeatmapPages } from "./HeatmapPages.tsx";
import { StoredFrom } from "./StoredFrom.tsx";

/** Where visitors click and how far they scroll: the list of pages, or one page's heatmap. All selections are in the URL. */
export function Heatmaps(props: ScreenProps) {
  const [path] = useLocation();
  const moved = withMovedFilters(path, useSearch(), HEATMAP_FILTER_NAMES);
  return moved === null ? <HeatmapScreen {...props} /> : <Redirect to={moved} replace />;
}

function HeatmapScreen({ title }: ScreenProps) {
  const { scope } = useScope();
  const [filters, setFilters] = useFilters(HEATMAP_FILTER_NAMES);
  return (
    <>
      <ScreenHeader title={title}>
        <ScopeBar hasComparison={false} />
      </ScreenHeader>
      {!filters.page && (
        <p className="mt-2 text-ink-muted text-xs">
          Where consented visitors click and how far they scroll. Open a page to see its heatmap.
        </p>
      )}
      {filters.page ? (
        <PageHeatmap scope={scope} filters={filters} onChange={setFilters} />
      ) : (
        <HeatmapPages scope={scope} />
      )}
    </>
  );
}

interface PageHeatmapProps {
  scope: Scope;
  filters: HeatmapFilterValues;
  onChange: ChangeFilters;
}

/** One page's heatmap, with its filters and tables. */
function PageHeatmap({ scope, filters, onChange }: PageHeatmapProps) {
  const { heatmap, other } = usePageHeatmap(scope, filters);
  const hrefOf = useScreenHref();
  return (
    <>
      <div className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <BackLink href={hrefOf("/heatmaps")}>All pages</BackLink>
        <h2 className="wrap-anywhere font-display font-semibold text-lead">{pageName(filters.page)}</h2>
      </div>
      <QueryView query={heatmap} loading={<HeatmapLoading />}>
        {(answer) => (
          <div aria-busy={other?.isFetching ?? false}>
            {other?.isError && !other.data && <Failure error={other.error} onRetry={() => other.refetch()} />}
            <StoredFrom stored={answer.stored} from={seriesRange(scope.range, new Date()).from} />
            <HeatmapBody
              answer={answer}
              other={other?.data ?? null}
              scope={scope}
              filters={filters}
              onChange={onChange}
            />
          </div>
        )}
      </QueryView>
    </>
  );
}

/** Placeholder in the shape of the screen. */
function HeatmapLoading() {
  return (
    <div className="mt-5 grid gap-5" role="status">
      <span className="sr-only">Loading the heatmap</span>
      <Skeleton className="h-14" />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-[70dvh]" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}

/** Queries for the selected version and the one to compare with. The second waits for the first, to use the same window size. */
function usePageHeatmap(scope: Scope, filters: HeatmapFilterValues) {
  const compared = filters.with;
  const heatmap = useRoute(
    "POST /query/heatmaps",
    { body: toHeatmapQuery(scope, filters, filters.shown) },
    { placeholderData: keepPreviousData },
  );
  const band = String(heatmap.data?.band ?? "");
  const other = useRoute(
    "POST /query/heatmaps",
    { body: toHeatmapQuery(scope, { ...filters, band }, compared) },
    { placeholderData: keepPreviousData, enabled: compared !== "" && heatmap.data !== undefined },
  );
  return { heatmap, other: compared === "" ? null : other };
}
