import { inArray, sql } from "drizzle-orm";
import type { RecordsDatabase } from "./records.ts";
import { leads } from "./schema.ts";

/**
 * Removes how these visitors came to the site and what they used from their leads. The leads stay, and their copies in the event store follow.
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
