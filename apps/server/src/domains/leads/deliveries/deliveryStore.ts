import type { LeadDestination, Milliseconds, Timestamp } from "@marquee/contract";
import { and, eq, inArray, lte, min, sql } from "drizzle-orm";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { leadDeliveries, leadDeliveryAttempts, leads } from "../tables.ts";

type LeadRow = typeof leads.$inferSelect;
export type DeliveryRow = typeof leadDeliveries.$inferSelect;

/** A delivery after an attempt. */
type SettledDelivery = Omit<DeliveryRow, "attempts" | "attemptedAt"> & { attemptedAt: Date };

/** A delivery that this instance is attempting. */
export interface ClaimedDelivery {
  lead: LeadRow;
  attempts: number;
}

/** Adds the deliveries of a new lead. Call it in the transaction that stores the lead. */
export async function queueDeliveries(
  tx: Pick<RecordsDatabase, "insert">,
  { id, createdAt }: Pick<LeadRow, "id" | "createdAt">,
  destinations: readonly LeadDestination[],
): Promise<void> {
  if (destinations.length === 0) return;
  const due = destinations.map((destination) => ({
    leadId: id,
    destination,
    state: "pending" as const,
    nextAt: createdAt,
  }));
  await tx.insert(leadDeliveries).values(due);
}

/**
 * Claims the delivery that has been due longest and counts the attempt; other instances skip it until the lease ends. Null if none is due.
 * @param lease how long an attempt is reserved; if its instance dies, another attempt follows.
 */
export async function claimDue(
  db: RecordsDatabase,
  destination: LeadDestination,
  { now, lease }: { now: Timestamp; lease: Milliseconds },
): Promise<ClaimedDelivery | null> {
  const due = db
    .select({ leadId: leadDeliveries.leadId })
    .from(leadDeliveries)
    .where(and(isPendingTo(destination), lte(leadDeliveries.nextAt, new Date(now))))
    .orderBy(leadDeliveries.nextAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const [claimed] = await db
    .update(leadDeliveries)
    .set({ attempts: sql`${leadDeliveries.attempts} + 1`, nextAt: new Date(now + lease) })
    .where(and(eq(leadDeliveries.destination, destination), inArray(leadDeliveries.leadId, due)))
    .returning();
  if (!claimed) return null;
  const [lead] = await db.select().from(leads).where(eq(leads.id, claimed.leadId));
  // If the lead was deleted meanwhile, so were its deliveries; try the next one.
  return lead ? { lead, attempts: claimed.attempts } : claimDue(db, destination, { now, lease });
}

/** Stores the result of an attempt. If the lead was deleted meanwhile, there is nothing to store. */
export async function settleDelivery(
  db: RecordsDatabase,
  { leadId, destination, ...result }: SettledDelivery,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [settled] = await tx
      .update(leadDeliveries)
      .set(result)
      .where(isDelivery(leadId, destination))
      .returning();
    if (!settled) return;
    const { attemptedAt: at, error } = result;
    await tx.insert(leadDeliveryAttempts).values({ leadId, destination, at, error });
  });
}

/** When the next delivery is due, or null when none is pending. */
export async function nextDue(db: RecordsDatabase, destination: LeadDestination): Promise<Timestamp | null> {
  const [row] = await db
    .select({ at: min(leadDeliveries.nextAt) })
    .from(leadDeliveries)
    .where(isPendingTo(destination));
  return row?.at?.getTime() ?? null;
}

/**
 * Restarts a failed delivery, with all attempts available again.
 * @throws {ApiError} not_found if the lead has no such delivery, conflict unless it failed.
 */
export async function sendAgain(
  db: RecordsDatabase,
  { leadId, destination, now }: { leadId: string; destination: LeadDestination; now: Timestamp },
): Promise<void> {
  const [started] = await db
    .update(leadDeliveries)
    .set({ state: "pending", attempts: 0, nextAt: new Date(now) })
    .where(and(isDelivery(leadId, destination), eq(leadDeliveries.state, "failed")))
    .returning();
  if (started) return;
  const [delivery] = await db.select().from(leadDeliveries).where(isDelivery(leadId, destination));
  if (!delivery)
    throw new ApiError("not_found", "This lead was deleted, or was never meant to be sent there.");
  throw new ApiError("conflict", "This delivery has not failed. Reload the page to see its state.");
}

function isPendingTo(destination: LeadDestination) {
  return and(eq(leadDeliveries.destination, destination), eq(leadDeliveries.state, "pending"));
}

function isDelivery(leadId: string, destination: LeadDestination) {
  return and(eq(leadDeliveries.leadId, leadId), eq(leadDeliveries.destination, destination));
}
