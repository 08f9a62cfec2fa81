import { MONITORING_PATH } from "@marquee/contract";
import type {
  MonitoredAnswer,
  MonitoredErrorsQuery,
  MonitoredQuery,
  MonitoredViewAnswer,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { addRoute } from "../../http/consoleRoute.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryMonitoredActions } from "../../storage/events/queries/rum/rumActions.ts";
import {
  hasMonitoredEvents,
  queryMonitoredChoices,
  queryNewVersions,
} from "../../storage/events/queries/rum/rumChoices.ts";
import { queryMonitoredFigures, queryMonitoredSeries } from "../../storage/events/queries/rum/rumFigures.ts";
import { queryMonitoredResources } from "../../storage/events/queries/rum/rumResources.ts";
import { checkSeries, checkSpan } from "../../time/dateRange.ts";
import { bucketStarts } from "../../time/timeSeries.ts";
import {
  type MonitoredErrorSources,
  readGroups,
  readMonitoredError,
  readMonitoredErrors,
} from "./readRumErrors.ts";
import { readMonitoredActions, readMonitoredResources, readMonitoredViews } from "./readRumLists.ts";

/** What the questions about what Datadog's clients sent are answered from. */
interface MonitoredSources {
  eventStore: EventStore;
  /** Origin of this server, and the key that clients send with. */
  publicUrl: string;
  writeKey: string;
}

const MOST_PARTS = 10;

/** What Datadog's browser clients sent, of the site and of other applications. For everybody who is signed in, as Speed and Errors are. */
export function rumRoutes(sources: MonitoredSources & MonitoredErrorSources) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { eventStore } = sources;

    addRoute(scope, "GET /monitoring", ({ query }) => readMonitored(sources, query));

    addRoute(scope, "GET /monitoring/views", ({ query }) => readMonitoredViews(eventStore, query));

    addRoute(scope, "GET /monitoring/view", ({ query }) => readMonitoredView(sources, query));

    addRoute(scope, "GET /monitoring/resources", ({ query }) => readMonitoredResources(eventStore, query));

    addRoute(scope, "GET /monitoring/actions", ({ query }) => readMonitoredActions(eventStore, query));

    addErrorRoutes(scope, sources);
  };
}

function addErrorRoutes(scope: FastifyInstance, sources: MonitoredErrorSources): void {
  addRoute(scope, "GET /monitoring/errors", ({ query }) => readMonitoredErrors(sources, query));

  addRoute(scope, "GET /monitoring/errors/:fingerprint", ({ params, query }) =>
    readMonitoredError(sources, params.fingerprint, query),
  );
}

/**
 * What one view, which the query names, is made of: its slowest resources, its most frequent actions and errors.
 * @throws {ApiError} bad_request for a span that cannot be shown.
 */
async function readMonitoredView(
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

/** How applications did within a span. @throws {ApiError} bad_request for a span that cannot be shown. */
async function readMonitored(
  { eventStore: store, publicUrl, writeKey }: MonitoredSources,
  query: MonitoredQuery,
): Promise<MonitoredAnswer> {
  checkSeries(query);
  const { interval: _interval, tz: _tz, ...scope } = query;
  const { from, to, application } = scope;
  const [figures, series, choices, versions, hasEvents] = await Promise.all([
    queryMonitoredFigures(store, scope),
    queryMonitoredSeries(store, scope, bucketStarts(query)),
    queryMonitoredChoices(store, { from, to }),
    queryNewVersions(store, { from, to, application }),
    hasMonitoredEvents(store),
  ]);
  const intake = { clientToken: writeKey, proxy: new URL(MONITORING_PATH, publicUrl).href };
  return { figures, series, choices, versions, hasEvents, intake };
}
