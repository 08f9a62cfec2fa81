import {
  type MonitoredActionsQuery,
  MonitoredActionsQuerySchema,
  type MonitoredErrorsQuery,
  MonitoredErrorsQuerySchema,
  type MonitoredQuery,
  MonitoredQuerySchema,
  type MonitoredResourcesQuery,
  MonitoredResourcesQuerySchema,
  type MonitoredViewsQuery,
  MonitoredViewsQuerySchema,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { type MonitoredSources, readMonitored } from "./readRum.ts";
import { type MonitoredErrorSources, readMonitoredError, readMonitoredErrors } from "./readRumErrors.ts";
import { readMonitoredActions, readMonitoredResources, readMonitoredViews } from "./readRumLists.ts";
import { readMonitoredView } from "./readRumView.ts";

/** What Datadog's browser clients sent, of the site and of other applications. For everybody who is signed in, as Speed and Errors are. */
export function registerMonitoringRoutes(
  scope: FastifyInstance,
  sources: MonitoredSources & MonitoredErrorSources,
): void {
  const { eventStore } = sources;

  scope.get<{ Querystring: MonitoredQuery }>(
    "/monitoring",
    { schema: { querystring: MonitoredQuerySchema } },
    ({ query }) => readMonitored(sources, query),
  );

  scope.get<{ Querystring: MonitoredViewsQuery }>(
    "/monitoring/views",
    { schema: { querystring: MonitoredViewsQuerySchema } },
    ({ query }) => readMonitoredViews(eventStore, query),
  );

  scope.get<{ Querystring: MonitoredErrorsQuery }>(
    "/monitoring/view",
    { schema: { querystring: MonitoredErrorsQuerySchema } },
    ({ query }) => readMonitoredView(sources, query),
  );

  scope.get<{ Querystring: MonitoredResourcesQuery }>(
    "/monitoring/resources",
    { schema: { querystring: MonitoredResourcesQuerySchema } },
    ({ query }) => readMonitoredResources(eventStore, query),
  );

  scope.get<{ Querystring: MonitoredActionsQuery }>(
    "/monitoring/actions",
    { schema: { querystring: MonitoredActionsQuerySchema } },
    ({ query }) => readMonitoredActions(eventStore, query),
  );

  registerErrorRoutes(scope, sources);
}

function registerErrorRoutes(scope: FastifyInstance, sources: MonitoredErrorSources): void {
  scope.get<{ Querystring: MonitoredErrorsQuery }>(
    "/monitoring/errors",
    { schema: { querystring: MonitoredErrorsQuerySchema } },
    ({ query }) => readMonitoredErrors(sources, query),
  );

  scope.get<{ Params: { fingerprint: string }; Querystring: MonitoredQuery }>(
    "/monitoring/errors/:fingerprint",
    { schema: { querystring: MonitoredQuerySchema } },
    ({ params, query }) => readMonitoredError(sources, params.fingerprint, query),
  );
}
