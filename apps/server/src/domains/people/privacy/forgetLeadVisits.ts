import { inArray, sql } from "drizzle-orm";
import { leads } from "../../../domains/leads/tables.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";

/**
 * Removes the visit and attribution of these visitors from their leads. The leads stay; their copies in the event store are updated.
 * @param visitors anonymous IDs.
 */
export async function forgetLeadVisits(
  db: Pick<RecordsDatabase, "update">,
  visitors: readonly string[],
): Promise<void> {
  if (visitors.length === 0) return;
  await db
    .update(leads)
    .set({ visit: null, attribution: {}, version: sql`${leads.version} + 1` })
    .where(inArray(sql`${leads.visit} ->> 'visitorId'`, [...visitors]));
}
