import type { FastifyInstance } from "fastify";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import { queryPageVersions } from "../archiveQueries.ts";

interface PageVersionRoutesOptions {
  db: RecordsDatabase;
  questions: Pick<Questions, "scope">;
}

/** The archived versions of a page in a date range. */
export function pageVersionRoutes({ db, questions }: PageVersionRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "POST /query/page-versions", async ({ account, body }) => {
      const { path, ...period } = body;
      const { from, to } = await questions.scope(period, { account: account.id });
      return { versions: await queryPageVersions(db, { path, from, to }) };
    });
  };
}
