import {
  type OverviewQuery,
  OverviewQuerySchema,
  type QualityAnswer,
  type SpoolAnswer,
  type SpoolState,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { EventStore } from "../../storage/events/eventStore.ts";
import type { Drain } from "../../storage/spool/drain.ts";
import { checkSeries } from "../../time/dateRange.ts";
import { readQuality } from "./readQuality.ts";

interface QualityRoutesOptions {
  eventStore: EventStore;
  drain: Pick<Drain, "status">;
  recordings: { drain: Pick<Drain, "status"> };
}

/** What was refused, dropped or left out, and what waits. */
export function registerQualityRoutes(
  scope: FastifyInstance,
  { eventStore, drain, recordings }: QualityRoutesOptions,
): void {
  scope.get<{ Querystring: OverviewQuery }>(
    "/quality",
    { schema: { querystring: OverviewQuerySchema } },
    async ({ query }): Promise<QualityAnswer> => {
      checkSeries(query);
      return readQuality(eventStore, query);
    },
  );

  scope.get("/quality/spool", async (): Promise<SpoolAnswer> => {
    return { events: stateOf(drain), recordings: stateOf(recordings.drain) };
  });
}

function stateOf(drain: Pick<Drain, "status">): SpoolState {
  const { draining, depth, lastError } = drain.status();
  return { depth, isDraining: draining, lastError };
}
