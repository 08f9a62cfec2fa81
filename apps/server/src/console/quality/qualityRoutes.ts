import type { SpoolState } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { addRoute } from "../../http/consoleRoute.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import type { Drain } from "../../storage/spool/drain.ts";
import { validateTimeSeries } from "../../time/dateRange.ts";
import { readQuality } from "./readQuality.ts";

interface QualityRoutesOptions {
  eventStore: EventStore;
  drain: Pick<Drain, "status">;
  recordings: { drain: Pick<Drain, "status"> };
}

/** Rejected, duplicate and excluded events, and the events that wait. */
export function qualityRoutes({ eventStore, drain, recordings }: QualityRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /quality", async ({ query }) => {
      validateTimeSeries(query);
      return readQuality(eventStore, query);
    });

    addRoute(scope, "GET /quality/spool", async () => {
      return { events: stateOf(drain), recordings: stateOf(recordings.drain) };
    });
  };
}

function stateOf(drain: Pick<Drain, "status">): SpoolState {
  const { draining, depth, lastError } = drain.status();
  return { depth, isDraining: draining, lastError };
}
