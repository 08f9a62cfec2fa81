import type { Milliseconds, Timestamp } from "@marquee/contract";
import { and, eq, lt, lte, or } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { accounts } from "../../accounts/tables.ts";
import type { DeliveryRow } from "../../leads/deliveries/deliveryStore.ts";
import { digests } from "../tables.ts";

export type DigestRow = typeof digests.$inferSelect;

/** Null for an account that never turned it on. */
export async function findDigest(
  db: Pick<RecordsDatabase, "select">,
  accountId: string,
): Promise<DigestRow | null> {
  const [row] = await db.select().from(digests).where(eq(digests.accountId, accountId));
  return row ?? null;
}

/** @param week of the latest digest that was due. A new subscriber's first digest is the next one. */
export async function setDigest(
  db: RecordsDatabase,
  { accountId, isOn, week }: Pick<DigestRow, "accountId" | "isOn" | "week">,
): Promise<void> {
  const values = { isOn, week, state: "delivered" as const, nextAt: null };
  await db
    .insert(digests)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: digests.accountId, set: values });
}

/** Ends the digest of an account; does nothing if it has none. */
export async function endDigest(db: RecordsDatabase, accountId: string): Promise<void> {
  await db
    .update(digests)
    .set({ isOn: false, state: "delivered", nextAt: null })
    .where(eq(digests.accountId, accountId));
}

/** A digest that this instance is sending. */
export interface ClaimedDigest {
  accountId: string;
  email: string;
  attempts: number;
}

/** Claims a digest of the week that is due and counts the attempt; other instances skip it until the lease ends. Null if none is due. */
export async function claimDigest(
  db: RecordsDatabase,
  { week, now, lease }: { week: string; now: Timestamp; lease: Milliseconds },
): Promise<ClaimedDigest | null> {
  const isRetried = and(eq(digests.state, "pending"), lte(digests.nextAt, new Date(now)));
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(digests)
      .where(and(eq(digests.isOn, true), or(lt(digests.week, week), isRetried)))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!due) return null;
    const attempts = due.week < week ? 1 : due.attempts + 1;
    await tx
      .update(digests)
      .set({ week, state: "pending", attempts, nextAt: new Date(now + lease) })
      .where(eq(digests.accountId, due.accountId));
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, due.accountId));
    return account ? { accountId: account.id, email: account.email, attempts } : null;
  });
}

/** Stores the result of an attempt. */
export async function settleDigest(
  db: RecordsDatabase,
  { accountId }: ClaimedDigest,
  result: Pick<DeliveryRow, "state" | "nextAt" | "error" | "attemptedAt">,
): Promise<void> {
  await db.update(digests).set(result).where(eq(digests.accountId, accountId));
}
