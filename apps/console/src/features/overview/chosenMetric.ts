import type { MetricName } from "@marquee/contract";
import type { Scope } from "../../shared/address/scope.ts";

const FIGURES = [
  "visitors",
  "visits",
  "pageviews",
  "views_per_visit",
  "bounce_rate",
  "visit_duration",
  "leads",
] as const satisfies readonly MetricName[];
export type FigureName = (typeof FIGURES)[number] | "lead_rate" | "conversion_rate";

/** The figures of the screen, in display order. With a filter on a goal, its conversion rate takes the place of that of leads. */
export function figuresOf(scope: Pick<Scope, "filters">): readonly FigureName[] {
  return [...FIGURES, hasGoal(scope) ? "conversion_rate" : "lead_rate"];
}

/** Whether the screen is about visitors who reached a goal. */
function hasGoal({ filters }: Pick<Scope, "filters">): boolean {
  return filters.some(({ dimension }) => dimension === "event:goal");
}

/** The figure that the chart shows, from the URL parameter `metric`. @param search a query string. */
export function readMetric(search: string, figures: readonly FigureName[]): FigureName {
  const name = new URLSearchParams(search).get("metric");
  return figures.find((figure) => figure === name) ?? "visitors";
}

/** Whether a figure counts leads, so that lists rank by leads instead of visitors. */
export function ranksByLeads(metric: FigureName): boolean {
  return metric === "leads" || metric === "lead_rate";
}

/** What a list ranks by, and the rate next to it. */
export function rankedMetrics(
  metric: FigureName,
  scope: Pick<Scope, "filters">,
): readonly [MetricName, MetricName] {
  if (ranksByLeads(metric)) return ["leads", "lead_rate"];
  return ["visitors", hasGoal(scope) ? "group_conversion_rate" : "percentage"];
}
