import {
  type HeatmapAnswer,
  type HeatmapPagesAnswer,
  type HeatmapPagesQuery,
  HeatmapPagesQuerySchema,
  type HeatmapQuery,
  HeatmapQuerySchema,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryHeatmapPages } from "../../storage/events/queries/heatmaps/heatmapPages.ts";
import type { Records } from "../../storage/records/records.ts";
import { checkSpan } from "../../time/dateRange.ts";
import { readHeatmap } from "./readHeatmap.ts";

const MOST_PAGES = 200;

/** Where people click, and how far down they look. */
export function registerHeatmapRoutes(
  scope: FastifyInstance,
  sources: { eventStore: EventStore; db: Records["db"] },
): void {
  scope.get<{ Querystring: HeatmapPagesQuery }>(
    "/heatmaps/pages",
    { schema: { querystring: HeatmapPagesQuerySchema } },
    async ({ query }): Promise<HeatmapPagesAnswer> => {
      checkSpan(query);
      return { pages: await queryHeatmapPages(sources.eventStore, query, MOST_PAGES) };
    },
  );

  scope.get<{ Querystring: HeatmapQuery }>(
    "/heatmaps",
    { schema: { querystring: HeatmapQuerySchema } },
    async ({ query }): Promise<HeatmapAnswer> => readHeatmap(sources, query),
  );
}
