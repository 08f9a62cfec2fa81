import { type MetricName, PROPERTY_PREFIX } from "@marquee/contract";
import { quoted, reject } from "./badQuery.ts";
import { dimensionsIn } from "./queries/conditions.ts";
import { METRIC_ROWS, metricsOf } from "./queries/metrics/metricRows.ts";
import type { Question } from "./queries/question.types.ts";

/**
 * Checks which metrics, dimensions and filters can be combined.
 * @param countsEntries whether a page means the visits that started there, so that metrics of visits can be grouped by it.
 * @throws {ApiError} bad_request that says what is wrong.
 */
export function checkMetrics(
  {
    metrics,
    dimensions,
    conditions,
  }: Pick<Question, "metrics" | "conditions"> & { dimensions: readonly string[] },
  countsEntries: boolean,
): void {
  const filtered = dimensionsIn(conditions);
  const names: string[] = [...dimensions, ...filtered];
  const ofEvents = dimensions.filter((dimension) => dimension.startsWith("event:"));
  const isByEntry = countsEntries && ofEvents.every((dimension) => dimension === "event:page");
  const ofVisits = metricsOf(metrics, "visits").filter(
    (metric) => !(isByEntry && METRIC_ROWS[metric].ofEntries),
  );
  reject(
    ofVisits.length > 0 && ofEvents.length > 0,
    `Session metric(s) ${quoted(ofVisits)} cannot be queried along with event dimension(s) ${quoted(ofEvents)}.`,
  );
  const ofGoals = metricsOf(metrics, "goals");
  reject(
    ofGoals.length > 0 && !names.includes("event:goal"),
    `Metric ${quoted(ofGoals.slice(0, 1))} can only be queried with event:goal filters or dimensions.`,
  );
  reject(
    metrics.includes("percentage") && dimensions.length === 0,
    "Metric `percentage` can only be queried with dimensions.",
  );
  const isOfEvents = names.some(
    (name) => ["event:goal", "event:name"].includes(name) || name.startsWith(PROPERTY_PREFIX),
  );
  checkPageMetrics(metrics, { dimensions, filtered, isOfEvents });
  const ofLeads = names.filter((name) => name.startsWith("lead:"));
  const counted = metricsOf(metrics, "leads");
  const otherMetrics = metrics.filter((metric) => !counted.includes(metric));
  reject(
    ofLeads.length > 0 && otherMetrics.length > 0,
    `Metric(s) ${quoted(otherMetrics)} cannot be queried with ${quoted([...new Set(ofLeads)])}, which only leads have.`,
  );
  const eventDimensions = ofEvents.filter(
    (name) => !["event:page", "event:hostname", "event:page_version"].includes(name),
  );
  reject(
    eventDimensions.length > 0 && (counted.length > 0 || metrics.includes("lead_rate")),
    `Leads cannot be grouped by ${quoted(eventDimensions)}.`,
  );
}

interface Mentioned {
  dimensions: readonly string[];
  /** Dimensions of filters. */
  filtered: readonly string[];
  /** Whether any of them is about events, other than where they happened. */
  isOfEvents: boolean;
}

function checkPageMetrics(
  metrics: readonly MetricName[],
  { dimensions, filtered, isOfEvents }: Mentioned,
): void {
  const [ofPages] = metricsOf(metrics, "pages");
  if (ofPages) {
    reject(
      ![...dimensions, ...filtered].includes("event:page"),
      `Metric \`${ofPages}\` can only be queried with event:page filters or dimensions.`,
    );
    reject(isOfEvents, `Metric \`${ofPages}\` cannot be queried with goals, events or properties.`);
  }
  const [ofExits] = metricsOf(metrics, "exit pages");
  if (ofExits) {
    reject(
      dimensions.length !== 1 || dimensions[0] !== "visit:exit_page",
      `Metric \`${ofExits}\` can only be queried with the dimension visit:exit_page, and no other.`,
    );
    reject(
      filtered.some((name) => name.startsWith("event:")),
      `Metric \`${ofExits}\` cannot be queried with filters on event dimensions.`,
    );
  }
}
