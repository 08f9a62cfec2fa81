import { useSearch } from "wouter";
import { DateRangePicker } from "../../shared/address/DateRangePicker.tsx";
import { readDateRange } from "../../shared/address/range.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { ScreenHeader } from "../../shared/ui/ScreenHeader.tsx";
import type { ScreenProps } from "../../shared/ui/screen.types.ts";
import { HeatmapPages } from "./HeatmapPages.tsx";
import { HEATMAP_FILTER_NAMES } from "./heatmapFilters.ts";
import { PageHeatmap } from "./PageHeatmap.tsx";

/** Where people click and how far they look: pages, and one of them drawn. Everything that is chosen lives in the address. */
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
