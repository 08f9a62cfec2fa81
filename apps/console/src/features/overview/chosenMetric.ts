import type { MetricName } from "@marquee/contract";

/** The figures of the screen, in display order. */
export const FIGURES = [
  "visitors",
  "visits",
  "pageviews",
  "views_per_visit",
  "bounce_rate",
  "visit_duration",
  "leads",
  "lead_rate",
] as const satisfies readonly MetricName[];
export type FigureName = (typeof FIGURES)[number];

/** The figure that the chart shows, from the URL parameter `metric`. @param search a query string. */
export function readMetric(search: string): FigureName {
  const name = new URLSearchParams(search).get("metric");
  return FIGURES.find((figure) => figure === name) ?? "visitors";
}

/** Whether the lists below the chart rank by leads instead of visitors. */
export function ranksByLeads(metric: FigureName): boolean {
  return metric === "leads" || metric === "lead_rate";
}
