import {
  type ErrorsAnswer,
  type ErrorsQuery,
  ErrorsQuerySchema,
  type SpeedAnswer,
  type SpeedQuery,
  SpeedQuerySchema,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryErrorGroups } from "../../storage/events/queries/monitoring/errorGroups.ts";
import { checkSpan } from "../checkSpan.ts";
import { readSpeed } from "./readSpeed.ts";

const MOST_GROUPS = 100;

/** How fast pages are for people, and what goes wrong on them. */
export function registerSpeedRoutes(scope: FastifyInstance, eventStore: EventStore): void {
  scope.get<{ Querystring: SpeedQuery }>(
    "/speed",
    { schema: { querystring: SpeedQuerySchema } },
    async ({ query }): Promise<SpeedAnswer> => readSpeed(eventStore, query),
  );

  scope.get<{ Querystring: ErrorsQuery }>(
    "/errors",
    { schema: { querystring: ErrorsQuerySchema } },
    async ({ query }): Promise<ErrorsAnswer> => {
      checkSpan(query);
      const groups = await queryErrorGroups(eventStore, query, MOST_GROUPS + 1);
      return { groups: groups.slice(0, MOST_GROUPS), hasMore: groups.length > MOST_GROUPS };
    },
  );
}
