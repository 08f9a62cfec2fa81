import { type Milliseconds, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import { and, eq, inArray, lte, min, sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { leads } from "../../storage/records/schema.ts";
import type { LeadRow } from "../leadStore.ts";

/** A claimed delivery is reserved for this long; if its server dies, another attempt follows. */
const LEASE: Milliseconds = ONE_MINUTE;

/**
 * Claims the delivery that is due longest and counts the attempt; other servers skip it meanwhile. Null if
 * none is due.
 */
export async function claimDue(db: RecordsDatabase, now: Timestamp): Promise<LeadRow | null> {
  const due = db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.webhookState, "pending"), lte(leads.webhookNextAt, new Date(now))))
    .orderBy(leads.webhookNextAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await db
    .update(leads)
    .set({ webhookAttempts: sql`${leads.webhookAttempts} + 1`, webhookNextAt: new Date(now + LEASE) })
    .where(inArray(leads.id, due))
    .returning();
  return row ?? null;
}

/** Writes down what became of an attempt. */
export async function settle(
  db: RecordsDatabase,
  id: string,
  result: Pick<LeadRow, "webhookState" | "webhookNextAt" | "webhookError">,
): Promise<void> {
  await db.update(leads).set(result).where(eq(leads.id, id));
}

/** When the next delivery is due, or null when none is pending. */
export async function nextDue(db: RecordsDatabase): Promise<Timestamp | null> {
  const pending = eq(leads.webhookState, "pending");
  const [row] = await db
    .select({ at: min(leads.webhookNextAt) })
    .from(leads)
    .where(pending);
  return row?.at?.getTime() ?? null;
}
