import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../shared/api.ts";
import type { RangeName } from "../../shared/range.ts";
import { type HeatmapFilters, toHeatmapQuery } from "./heatmapFilters.ts";

/** What the address asks for, and, once it is known how wide, what that is compared with. */
export function usePageHeatmap(range: RangeName, filters: HeatmapFilters) {
  const { element: _element, with: compared, ...asked } = filters;
  const shown = useQuery({
    queryKey: ["heatmap", range, asked],
    queryFn: () => api.heatmap(toHeatmapQuery(range, filters, filters.shown)),
    placeholderData: keepPreviousData,
  });
  const band = String(shown.data?.band ?? "");
  const other = useQuery({
    queryKey: ["heatmap", range, { ...asked, shown: compared, band }],
    queryFn: () => api.heatmap(toHeatmapQuery(range, { ...filters, band }, compared)),
    placeholderData: keepPreviousData,
    enabled: compared !== "" && shown.data !== undefined,
  });
  return { shown, other: compared === "" ? null : other };
}
