import type { FastifyInstance } from "fastify";
import { queryPageVersions } from "../../archive/archiveQueries.ts";
import { addRoute } from "../../http/consoleRoute.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { validateDateRange } from "../../time/dateRange.ts";

/** `GET /page-versions`: what there is of a page to look at. */
export function pageVersionRoutes(db: RecordsDatabase) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /page-versions", async ({ query }) => {
      validateDateRange(query);
      return { versions: await queryPageVersions(db, query) };
    });
  };
}
