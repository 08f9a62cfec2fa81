import type { FastifyInstance } from "fastify";
import { addRoute } from "../../http/consoleRoute.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryHeatmapPages } from "../../storage/events/queries/heatmaps/heatmapPages.ts";
import type { Records } from "../../storage/records/records.ts";
import { validateDateRange } from "../../time/dateRange.ts";
import { readHeatmap } from "./readHeatmap.ts";

const MAX_PAGES = 200;

/** Where people click, and how far down they look. */
export function heatmapRoutes(sources: { eventStore: EventStore; db: Records["db"] }) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /heatmaps/pages", async ({ query }) => {
      validateDateRange(query);
      return { pages: await queryHeatmapPages(sources.eventStore, query, MAX_PAGES) };
    });

    addRoute(scope, "GET /heatmaps", async ({ query }) => readHeatmap(sources, query));
  };
}
