import type {
  MonitoredList,
  RumAction,
  RumActionsQuery,
  RumResource,
  RumResourcesQuery,
  RumView,
  RumViewsQuery,
} from "@marquee/contract/schema";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryRumActions } from "../../storage/events/queries/rum/rumActions.ts";
import { queryRumEventTypes } from "../../storage/events/queries/rum/rumChoices.ts";
import { queryRumResources } from "../../storage/events/queries/rum/rumResources.ts";
import { queryRumViews } from "../../storage/events/queries/rum/rumViewList.ts";
import { validateDateRange } from "../../time/dateRange.ts";

export const MOST_ROWS = 100;

/** @param rows one more than are shown, where there are more. */
export function toList<Row>(rows: readonly Row[], kinds: string[]): MonitoredList<Row> {
  return { rows: rows.slice(0, MOST_ROWS), kinds, hasMore: rows.length > MOST_ROWS };
}

/** Views by name. @throws {ApiError} bad_request for a span that cannot be shown. */
export async function readRumViews(
  store: EventStore,
  { by, ...scope }: RumViewsQuery,
): Promise<MonitoredList<RumView>> {
  validateDateRange(scope);
  return toList(
    await queryRumViews(store, scope, { by, limit: MOST_ROWS + 1 }),
    await queryRumEventTypes(store, "view", scope),
  );
}

/** What pages loaded. @throws {ApiError} bad_request for a span that cannot be shown. */
export async function readRumResources(
  store: EventStore,
  { by, ...scope }: RumResourcesQuery,
): Promise<MonitoredList<RumResource>> {
  validateDateRange(scope);
  return toList(
    await queryRumResources(store, scope, { by, limit: MOST_ROWS + 1 }),
    await queryRumEventTypes(store, "resource", scope),
  );
}

/** What people did. @throws {ApiError} bad_request for a span that cannot be shown. */
export async function readRumActions(
  store: EventStore,
  { by, ...scope }: RumActionsQuery,
): Promise<MonitoredList<RumAction>> {
  validateDateRange(scope);
  return toList(
    await queryRumActions(store, scope, { by, limit: MOST_ROWS + 1 }),
    await queryRumEventTypes(store, "action", scope),
  );
}
