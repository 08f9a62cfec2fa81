import {
  type PageVersionsAnswer,
  type PageVersionsQuery,
  PageVersionsQuerySchema,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { queryPageVersions } from "../../archive/archiveQueries.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { checkSpan } from "../../time/dateRange.ts";

/** `GET /page-versions`: what there is of a page to look at. */
export function registerPageVersionRoutes(scope: FastifyInstance, db: RecordsDatabase): void {
  scope.get<{ Querystring: PageVersionsQuery }>(
    "/page-versions",
    { schema: { querystring: PageVersionsQuerySchema } },
    async ({ query }): Promise<PageVersionsAnswer> => {
      checkSpan(query);
      return { versions: await queryPageVersions(db, query) };
    },
  );
}
