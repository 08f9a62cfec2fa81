import type { MetricName } from "@marquee/contract";
import { FIGURE_METRICS, type FigureMetric } from "@marquee/contract/schema";
import type { Scope } from "../../shared/address/scope.ts";

/**
 * The figures of the screen, in display order. With a filter on a goal, its conversion rate replaces that of leads. With a filter on event names, page views would only
 * count matching events.
 */
export function figuresOf(scope: Pick<Scope, "filters" | "anyOf">): readonly FigureMetric[] {
  const isOfEvents = [...scope.filters, ...scope.anyOf].some(({ dimension }) => dimension === "event:name");
  const left: readonly FigureMetric[] = [
    hasGoal(scope) ? "lead_rate" : "conversion_rate",
    ...(isOfEvents ? (["pageviews"] as const) : []),
  ];
  return FIGURE_METRICS.filter((metric) => !left.includes(metric));
}

/** Whether the screen is about visitors who reached a goal. */
function hasGoal({ filters }: Pick<Scope, "filters">): boolean {
  return filters.some(({ dimension }) => dimension === "event:goal");
}

/** The figure that the chart shows, from the URL parameter `metric`. @param search a query string. */
export function readMetric(search: string, figures: readonly FigureMetric[]): FigureMetric {
  const name = new URLSearchParams(search).get("metric");
  return figures.find((figure) => figure === name) ?? "visitors";
}

/** Whether a figure counts leads, so that lists rank by leads instead of visitors. */
export function ranksByLeads(metric: FigureMetric): boolean {
  return metric === "leads" || metric === "lead_rate";
}

/** What a list ranks by, and the rate next to it. */
export function rankedMetrics(
  metric: FigureMetric,
  scope: Pick<Scope, "filters">,
): readonly [MetricName, MetricName] {
  if (ranksByLeads(metric)) return ["leads", "lead_rate"];
  return ["visitors", hasGoal(scope) ? "group_conversion_rate" : "percentage"];
}
