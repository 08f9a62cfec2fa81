import { RUM_PATH } from "@marquee/contract";
import type { RumErrorsQuery, RumQuery, RumResponse, RumViewResponse } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { addRoute } from "../../http/consoleRoute.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryRumActions } from "../../storage/events/queries/rum/rumActions.ts";
import {
  hasRumEvents,
  queryNewVersions,
  queryRumChoices,
} from "../../storage/events/queries/rum/rumChoices.ts";
import { queryRumMetrics, queryRumSeries } from "../../storage/events/queries/rum/rumMetrics.ts";
import { queryRumResources } from "../../storage/events/queries/rum/rumResources.ts";
import { validateDateRange, validateTimeSeries } from "../../time/dateRange.ts";
import { bucketStarts } from "../../time/timeSeries.ts";
import {
  type RumErrorSources,
  readGroups,
  readRumActions,
  readRumError,
  readRumErrors,
  readRumResources,
  readRumViews,
} from "./readRumLists.ts";

/** Dependencies of the RUM queries. */
interface RumSources {
  eventStore: EventStore;
  /** Origin of this server. */
  publicUrl: string;
  /** Write key that clients send. */
  writeKey: string;
}

const MOST_PARTS = 10;

/** RUM data of the site and of other applications, sent by Datadog's browser client. Any signed-in account can read it. */
export function rumRoutes(sources: RumSources & RumErrorSources) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { eventStore } = sources;

    addRoute(scope, "GET /monitoring", ({ query }) => readRum(sources, query));

    addRoute(scope, "GET /monitoring/views", ({ query }) => readRumViews(eventStore, query));

    addRoute(scope, "GET /monitoring/view", ({ query }) => readRumView(sources, query));

    addRoute(scope, "GET /monitoring/resources", ({ query }) => readRumResources(eventStore, query));

    addRoute(scope, "GET /monitoring/actions", ({ query }) => readRumActions(eventStore, query));

    addErrorRoutes(scope, sources);
  };
}

function addErrorRoutes(scope: FastifyInstance, sources: RumErrorSources): void {
  addRoute(scope, "GET /monitoring/errors", ({ query }) => readRumErrors(sources, query));

  addRoute(scope, "GET /monitoring/errors/:fingerprint", ({ params, query }) =>
    readRumError(sources, params.fingerprint, query),
  );
}

/**
 * The slowest resources, most frequent actions and errors of the view that the query names.
 * @throws {ApiError} bad_request for an invalid date range.
 */
async function readRumView(
  sources: RumErrorSources,
  { kind: _kind, ...scope }: RumErrorsQuery,
): Promise<RumViewResponse> {
  validateDateRange(scope);
  const { eventStore } = sources;
  const [resources, actions, errors] = await Promise.all([
    queryRumResources(eventStore, scope, { by: "duration", limit: MOST_PARTS }),
    queryRumActions(eventStore, scope, { by: "count", limit: MOST_PARTS }),
    readGroups(sources, scope, MOST_PARTS),
  ]);
  return { resources, actions, errors };
}

/** All data of the RUM screen for a date range. @throws {ApiError} bad_request for an invalid date range. */
async function readRum(
  { eventStore: store, publicUrl, writeKey }: RumSources,
  query: RumQuery,
): Promise<RumResponse> {
  validateTimeSeries(query);
  const { interval: _interval, tz: _tz, ...scope } = query;
  const { from, to, application } = scope;
  const [figures, series, choices, versions, hasEvents] = await Promise.all([
    queryRumMetrics(store, scope),
    queryRumSeries(store, scope, bucketStarts(query)),
    queryRumChoices(store, { from, to }),
    queryNewVersions(store, { from, to, application }),
    hasRumEvents(store),
  ]);
  const intake = { clientToken: writeKey, proxy: new URL(RUM_PATH, publicUrl).href };
  return { figures, series, choices, versions, hasEvents, intake };
}
