import type {
  MonitoredAction,
  MonitoredActionsQuery,
  MonitoredList,
  MonitoredResource,
  MonitoredResourcesQuery,
  MonitoredView,
  MonitoredViewsQuery,
} from "@marquee/contract/schema";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryMonitoredActions } from "../../storage/events/queries/rum/rumActions.ts";
import { queryMonitoredKinds } from "../../storage/events/queries/rum/rumChoices.ts";
import { queryMonitoredResources } from "../../storage/events/queries/rum/rumResources.ts";
import { queryMonitoredViews } from "../../storage/events/queries/rum/rumViewList.ts";
import { checkSpan } from "../../time/dateRange.ts";

export const MOST_ROWS = 100;

/** @param rows one more than are shown, where there are more. */
export function toList<Row>(rows: readonly Row[], kinds: string[]): MonitoredList<Row> {
  return { rows: rows.slice(0, MOST_ROWS), kinds, hasMore: rows.length > MOST_ROWS };
}

/** Views by name. @throws {ApiError} bad_request for a span that cannot be shown. */
export async function readMonitoredViews(
  store: EventStore,
  { by, ...scope }: MonitoredViewsQuery,
): Promise<MonitoredList<MonitoredView>> {
  checkSpan(scope);
  return toList(
    await queryMonitoredViews(store, scope, { by, limit: MOST_ROWS + 1 }),
    await queryMonitoredKinds(store, "view", scope),
  );
}

/** What pages loaded. @throws {ApiError} bad_request for a span that cannot be shown. */
export async function readMonitoredResources(
  store: EventStore,
  { by, ...scope }: MonitoredResourcesQuery,
): Promise<MonitoredList<MonitoredResource>> {
  checkSpan(scope);
  return toList(
    await queryMonitoredResources(store, scope, { by, limit: MOST_ROWS + 1 }),
    await queryMonitoredKinds(store, "resource", scope),
  );
}

/** What people did. @throws {ApiError} bad_request for a span that cannot be shown. */
export async function readMonitoredActions(
  store: EventStore,
  { by, ...scope }: MonitoredActionsQuery,
): Promise<MonitoredList<MonitoredAction>> {
  checkSpan(scope);
  return toList(
    await queryMonitoredActions(store, scope, { by, limit: MOST_ROWS + 1 }),
    await queryMonitoredKinds(store, "action", scope),
  );
}
