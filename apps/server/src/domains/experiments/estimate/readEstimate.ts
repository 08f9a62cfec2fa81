import { LOCALES, localizePath, ONE_DAY, type TimeRange } from "@marquee/contract";
import type { Estimate, EstimateResponse } from "@marquee/contract/schema";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { CheckContext } from "../checks/checkDefinition.ts";
import { queryPageTraffic } from "../queries/pageTraffic.ts";
import { samplesOf } from "../results/samples.ts";
import { estimatePlan } from "./estimatePlan.ts";

interface EstimateOptions {
  eventStore: Pick<EventStore, "query">;
  pathOfPage: CheckContext["pathOfPage"];
  /** Days of traffic. */
  span: TimeRange;
  /** Hosts of the site's own pages; empty if it has no others. */
  hosts: readonly string[];
}

/**
 * Estimates how long an experiment would take, from the visitors of its pages in the span. The same visitors as in
 * results: no bots, demo data or known customers.
 * @throws {ApiError} bad_request if a page text experiment has an unknown page.
 */
export async function readEstimate(
  { eventStore, pathOfPage, span, hosts }: EstimateOptions,
  { kind, page, targeting, metric, ...setup }: Estimate,
): Promise<EstimateResponse> {
  const paths = pathsOf({ kind, page }, pathOfPage);
  const { since, visitors, ...totals } = await queryPageTraffic(eventStore, span, {
    paths,
    hosts,
    targeting,
    metric,
  });
  const [sample = { users: 0, conversions: 0 }] = samplesOf(
    metric.type,
    [{ key: "control" }],
    new Map([["control", totals]]),
  );
  const days = since === null ? 0 : (span.to - since) / ONE_DAY;
  return { paths, days, visitors, ...estimatePlan({ days, visitors, sample }, setup) };
}

/** Paths of the pages on which visitors see the experiment. A flag may show on any page. */
function pathsOf(
  { kind, page }: Pick<Estimate, "kind" | "page">,
  pathOfPage: CheckContext["pathOfPage"],
): string[] {
  if (kind === "flag") return [];
  if (kind === "redirect") return [page];
  const path = pathOfPage(page);
  if (path === undefined) throw new ApiError("bad_request", `There is no page ${page} with editable text.`);
  return LOCALES.map((locale) => localizePath(path, locale));
}
