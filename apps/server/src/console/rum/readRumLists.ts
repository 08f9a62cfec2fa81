import type {
  MonitoredList,
  RumAction,
  RumActionsQuery,
  RumErrorGroup,
  RumErrorResponse,
  RumErrorsQuery,
  RumQuery,
  RumResource,
  RumResourcesQuery,
  RumView,
  RumViewsQuery,
} from "@marquee/contract/schema";
import { ApiError } from "../../errors/apiError.ts";
import type { StackResolver } from "../../sourceMaps/createStackResolver.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryRumActions } from "../../storage/events/queries/rum/rumActions.ts";
import { queryNewVersions, queryRumEventTypes } from "../../storage/events/queries/rum/rumChoices.ts";
import {
  queryRumErrorSeries,
  queryRumErrors,
  queryRumStack,
} from "../../storage/events/queries/rum/rumErrors.ts";
import type { RumScope } from "../../storage/events/queries/rum/rumEvents.ts";
import { queryRumResources } from "../../storage/events/queries/rum/rumResources.ts";
import { queryRumViews } from "../../storage/events/queries/rum/rumViewList.ts";
import { validateDateRange, validateTimeSeries } from "../../time/dateRange.ts";
import { bucketStarts } from "../../time/timeSeries.ts";
import { findReplays } from "../replays/findReplays.ts";

/** Dependencies of the error queries. */
export interface RumErrorSources {
  eventStore: EventStore;
  stacks: StackResolver;
}

const MOST_ROWS = 100;

/** @param rows up to one more than the limit, which shows that there are more. */
function toList<Row>(rows: readonly Row[], kinds: string[]): MonitoredList<Row> {
  return { rows: rows.slice(0, MOST_ROWS), kinds, hasMore: rows.length > MOST_ROWS };
}

/** Views in a date range, grouped by name. @throws {ApiError} bad_request for an invalid date range. */
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

/** Resources that pages loaded in a date range. @throws {ApiError} bad_request for an invalid date range. */
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

/** User actions in a date range. @throws {ApiError} bad_request for an invalid date range. */
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

/** Error groups in a date range. @throws {ApiError} bad_request for an invalid date range. */
export async function readRumErrors(
  sources: RumErrorSources,
  query: RumErrorsQuery,
): Promise<MonitoredList<RumErrorGroup>> {
  validateDateRange(query);
  const [rows, kinds] = await Promise.all([
    readGroups(sources, query, MOST_ROWS + 1),
    queryRumEventTypes(sources.eventStore, "error", query),
  ]);
  return toList(rows, kinds);
}

/** Error groups with their innermost source location and a matching replay, if any. */
export async function readGroups(
  { eventStore, stacks }: RumErrorSources,
  scope: RumScope,
  limit: number,
): Promise<RumErrorGroup[]> {
  const groups = await queryRumErrors(eventStore, scope, limit);
  const replays = await findReplays(
    eventStore,
    groups.map(({ linked }) => linked),
  );
  return Promise.all(
    groups.map(async ({ linked: _linked, ...group }, index) => ({
      ...group,
      replay: replays[index] ?? null,
      source: await stacks.innermost(group.stack),
    })),
  );
}

/** One error in a date range. @throws {ApiError} bad_request for an invalid date range, not_found for an unknown error. */
export async function readRumError(
  { eventStore, stacks }: RumErrorSources,
  fingerprint: string,
  query: RumQuery,
): Promise<RumErrorResponse> {
  validateTimeSeries(query);
  const { interval: _interval, tz: _tz, ...scope } = query;
  const { from, to, application } = scope;
  const [series, stack, versions] = await Promise.all([
    queryRumErrorSeries(eventStore, { ...scope, fingerprint }, bucketStarts(query)),
    queryRumStack(eventStore, { ...scope, fingerprint }),
    queryNewVersions(eventStore, { from, to, application }),
  ]);
  if (stack === null) throw new ApiError("not_found", "Error not found. Go back to the list.");
  return { series, versions, stack: stack === "" ? [] : await stacks.lines(stack) };
}
