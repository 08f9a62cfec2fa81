import type { MonitoredErrorsQuery, MonitoredViewAnswer } from "@marquee/contract/schema";
import { queryMonitoredActions } from "../../storage/events/queries/rum/rumActions.ts";
import { queryMonitoredResources } from "../../storage/events/queries/rum/rumResources.ts";
import { checkSpan } from "../../time/dateRange.ts";
import { type MonitoredErrorSources, readGroups } from "./readRumErrors.ts";

const MOST_PARTS = 10;

/**
 * What one view, which the query names, is made of: its slowest resources, its most frequent actions and errors.
 * @throws {ApiError} bad_request for a span that cannot be shown.
 */
export async function readMonitoredView(
  sources: MonitoredErrorSources,
  { kind: _kind, ...scope }: MonitoredErrorsQuery,
): Promise<MonitoredViewAnswer> {
  checkSpan(scope);
  const { eventStore } = sources;
  const [resources, actions, errors] = await Promise.all([
    queryMonitoredResources(eventStore, scope, { by: "duration", limit: MOST_PARTS }),
    queryMonitoredActions(eventStore, scope, { by: "count", limit: MOST_PARTS }),
    readGroups(sources, scope, MOST_PARTS),
  ]);
  return { resources, actions, errors };
}
