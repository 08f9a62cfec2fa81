import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter";
import { type DateRangeName, readDateRange } from "../../shared/address/range.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { DateRangePicker } from "../../shared/filters/DateRangePicker.tsx";
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

/** Where visitors click and how far they scroll: the list of pages, or one page's heatmap. All selections are in the URL. */
export function Heatmaps({ title }: ScreenProps) {
  const range = readDateRange(useSearch());
  const [filters, setFilters] = useFilters(HEATMAP_FILTER_NAMES);
  return (
    <>
      <ScreenHeader title={title}>
        <DateRangePicker />
      </ScreenHeader>
      {!filters.page && (
        <p className="mt-2 text-ink-muted text-xs">
          Where consented visitors click and how far they scroll. Open a page to see its heatmap.
        </p>
      )}
      {filters.page ? (
        <PageHeatmap range={range} filters={filters} onChange={setFilters} />
      ) : (
        <HeatmapPages range={range} />
      )}
    </>
  );
}

interface PageHeatmapProps {
  range: DateRangeName;
  filters: HeatmapFilterValues;
  onChange: ChangeFilters;
}

/** One page's heatmap, with its filters and tables. */
function PageHeatmap({ range, filters, onChange }: PageHeatmapProps) {
  const { shown, other } = usePageHeatmap(range, filters);
  return (
    <>
      <div className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <BackLink href={`/heatmaps?range=${range}`}>All pages</BackLink>
        <h2 className="wrap-anywhere font-display font-semibold text-lead">{pageName(filters.page)}</h2>
      </div>
      <QueryView query={shown} loading={<HeatmapLoading />}>
        {(answer) => (
          <div aria-busy={other?.isFetching ?? false}>
            {other?.isError && !other.data && <Failure error={other.error} onRetry={() => other.refetch()} />}
            <HeatmapBody answer={answer} other={other?.data ?? null} {...{ range, filters, onChange }} />
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
function usePageHeatmap(range: DateRangeName, filters: HeatmapFilterValues) {
  const { element: _element, goal: _goal, with: compared, ...asked } = filters;
  const shown = useQuery({
    queryKey: ["heatmap", range, asked],
    queryFn: () => request("GET /heatmaps", { query: toHeatmapQuery(range, filters, filters.shown) }),
    placeholderData: keepPreviousData,
  });
  const band = String(shown.data?.band ?? "");
  const other = useQuery({
    queryKey: ["heatmap", range, { ...asked, shown: compared, band }],
    queryFn: () => request("GET /heatmaps", { query: toHeatmapQuery(range, { ...filters, band }, compared) }),
    placeholderData: keepPreviousData,
    enabled: compared !== "" && shown.data !== undefined,
  });
  return { shown, other: compared === "" ? null : other };
}
