import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";
import type { RangeName } from "../../shared/range.ts";
import { Failure } from "../../shared/states.tsx";
import { pageName } from "./choiceNames.ts";
import { HeatmapBody } from "./HeatmapBody.tsx";
import { HeatmapLoading } from "./HeatmapLoading.tsx";
import type { ChangeFilters, HeatmapFilters } from "./heatmapFilters.ts";
import { usePageHeatmap } from "./usePageHeatmap.ts";

interface PageHeatmapProps {
  range: RangeName;
  filters: HeatmapFilters;
  onChange: ChangeFilters;
}

/** One page: what people did on it, as a drawing and in figures. */
export function PageHeatmap({ range, filters, onChange }: PageHeatmapProps) {
  const { shown, other } = usePageHeatmap(range, filters);
  return (
    <>
      <div className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Link
          href={`/heatmaps?range=${range}`}
          className="inline-flex items-center gap-1.5 text-ink-muted underline underline-offset-4"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          All pages
        </Link>
        <h2 className="wrap-anywhere font-display font-semibold text-lead">{pageName(filters.page)}</h2>
      </div>
      {shown.isPending && <HeatmapLoading />}
      {shown.isError && !shown.data && <Failure error={shown.error} onRetry={() => shown.refetch()} />}
      {other?.isError && !other.data && <Failure error={other.error} onRetry={() => other.refetch()} />}
      {shown.data && (
        <div aria-busy={shown.isPlaceholderData || (other?.isFetching ?? false)}>
          <HeatmapBody answer={shown.data} other={other?.data ?? null} {...{ range, filters, onChange }} />
        </div>
      )}
    </>
  );
}
