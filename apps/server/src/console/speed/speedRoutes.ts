import {
  type ErrorDetailsAnswer,
  type ErrorsAnswer,
  type ErrorsQuery,
  ErrorsQuerySchema,
  type OverviewQuery,
  OverviewQuerySchema,
  type SpeedAnswer,
  type SpeedQuery,
  SpeedQuerySchema,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { type ErrorSources, readErrorDetails, readErrors } from "./readErrors.ts";
import { readSpeed } from "./readSpeed.ts";

/** How fast pages are for people, and what goes wrong on them. */
export function registerSpeedRoutes(scope: FastifyInstance, sources: ErrorSources): void {
  scope.get<{ Querystring: SpeedQuery }>(
    "/speed",
    { schema: { querystring: SpeedQuerySchema } },
    async ({ query }): Promise<SpeedAnswer> => readSpeed(sources, query),
  );

  scope.get<{ Querystring: ErrorsQuery }>(
    "/errors",
    { schema: { querystring: ErrorsQuerySchema } },
    async ({ query }): Promise<ErrorsAnswer> => readErrors(sources, query),
  );

  scope.get<{ Params: { fingerprint: string }; Querystring: OverviewQuery }>(
    "/errors/:fingerprint",
    { schema: { querystring: OverviewQuerySchema } },
    async ({ params, query }): Promise<ErrorDetailsAnswer> =>
      readErrorDetails(sources, params.fingerprint, query),
  );
}
