import {
  type ConsentAnswer,
  type OverviewQuery,
  OverviewQuerySchema,
  type ReceiptSearch,
  type ReceiptSearchAnswer,
  ReceiptSearchSchema,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { checkSeries, checkSpan } from "../../time/dateRange.ts";
import { readConsent } from "./readConsent.ts";
import { searchReceipts } from "./searchReceipts.ts";

/** What visitors decided: over time, and one by one. */
export function registerConsentScreenRoutes(scope: FastifyInstance, db: RecordsDatabase): void {
  scope.get<{ Querystring: OverviewQuery }>(
    "/consent",
    { schema: { querystring: OverviewQuerySchema } },
    async ({ query }): Promise<ConsentAnswer> => {
      checkSeries(query);
      return readConsent(db, query);
    },
  );

  scope.get<{ Querystring: ReceiptSearch }>(
    "/consent/receipts",
    { schema: { querystring: ReceiptSearchSchema } },
    async ({ query }): Promise<ReceiptSearchAnswer> => {
      checkSpan(query);
      return searchReceipts(db, query);
    },
  );
}
