import type { FastifyInstance } from "fastify";
import { addRoute } from "../../http/consoleRoute.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { validateDateRange, validateTimeSeries } from "../../time/dateRange.ts";
import { readConsent } from "./readConsent.ts";
import { searchReceipts } from "./searchReceipts.ts";

/** What visitors decided: over time, and one by one. */
export function consentScreenRoutes(db: RecordsDatabase) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /consent", async ({ query }) => {
      validateTimeSeries(query);
      return readConsent(db, query);
    });

    addRoute(scope, "GET /consent/receipts", async ({ query }) => {
      validateDateRange(query);
      return searchReceipts(db, query);
    });
  };
}
