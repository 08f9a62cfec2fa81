import type { Milliseconds, Timestamp } from "@marquee/contract";
import type { Schedule } from "@marquee/contract/schema";
import { and, asc, eq, inArray, isNull, lt, lte, notInArray, or } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { DeliveryRow } from "../../leads/deliveries/deliveryStore.ts";
import { reportRecipients, reportSchedules, reports } from "../tables.ts";

type Reader = Pick<RecordsDatabase, "select">;
export type RecipientRow = typeof reportRecipients.$inferSelect;

/** A report that this instance is sending to a recipient. */
export interface ClaimedReport {
  reportId: number;
  email: string;
  attempts: number;
}

export async function findSchedule(db: Reader, reportId: number): Promise<Schedule | null> {
  const [row] = await db.select().from(reportSchedules).where(eq(reportSchedules.reportId, reportId));
  return row?.schedule ?? null;
}

/** Schedules that are on, of reports that are not deleted. */
export async function listSchedules(db: Reader): Promise<{ reportId: number; schedule: Schedule }[]> {
  const rows = await db
    .select({ reportId: reportSchedules.reportId, schedule: reportSchedules.schedule })
    .from(reportSchedules)
    .innerJoin(reports, eq(reports.id, reportSchedules.reportId))
    .where(eq(reports.isDeleted, false))
    .orderBy(asc(reportSchedules.reportId));
  return rows.filter(({ schedule }) => schedule.isOn);
}

export async function listRecipients(db: Reader, reportId: number): Promise<RecipientRow[]> {
  return db
    .select()
    .from(reportRecipients)
    .where(eq(reportRecipients.reportId, reportId))
    .orderBy(asc(reportRecipients.email));
}

interface Saved {
  reportId: number;
  /** Recipients are in lower case. */
  schedule: Schedule;
  /** Day of the latest slot that was due. Recipients first get the next one. */
  slot: string;
  actor: string;
  now: Timestamp;
}

/** Saves a schedule. Those who unsubscribed stay unsubscribed. */
export async function saveSchedule(
  db: RecordsDatabase,
  { reportId, schedule, slot, actor, now }: Saved,
): Promise<void> {
  const { recipients } = schedule;
  const stored = { schedule, updatedAt: new Date(now), updatedBy: actor };
  const waiting = { slot, state: "delivered" as const, nextAt: null };
  await db.transaction(async (tx) => {
    await tx
      .insert(reportSchedules)
      .values({ reportId, ...stored })
      .onConflictDoUpdate({ target: reportSchedules.reportId, set: stored });
    await tx
      .delete(reportRecipients)
      .where(
        and(
          eq(reportRecipients.reportId, reportId),
          notInArray(reportRecipients.email, recipients),
          isNull(reportRecipients.unsubscribedAt),
        ),
      );
    for (const email of recipients)
      await tx
        .insert(reportRecipients)
        .values({ reportId, email, ...waiting })
        .onConflictDoUpdate({ target: [reportRecipients.reportId, reportRecipients.email], set: waiting });
  });
}

interface Claim {
  reportId: number;
  recipients: readonly string[];
  /** Day of the slot that is due. */
  slot: string;
  now: Timestamp;
  lease: Milliseconds;
}

/**
 * Claims an email to a recipient and counts the attempt; other instances skip it until the lease ends. Null if none is due.
 */
export async function claimReport(
  db: RecordsDatabase,
  { reportId, recipients, slot, now, lease }: Claim,
): Promise<ClaimedReport | null> {
  const isRetried = and(eq(reportRecipients.state, "pending"), lte(reportRecipients.nextAt, new Date(now)));
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(reportRecipients)
      .where(
        and(
          eq(reportRecipients.reportId, reportId),
          inArray(reportRecipients.email, [...recipients]),
          isNull(reportRecipients.unsubscribedAt),
          or(lt(reportRecipients.slot, slot), isRetried),
        ),
      )
      .limit(1)
      .for("update", { skipLocked: true });
    if (!due) return null;
    const attempts = due.slot < slot ? 1 : due.attempts + 1;
    await tx
      .update(reportRecipients)
      .set({ slot, state: "pending", attempts, nextAt: new Date(now + lease) })
      .where(isOf(due));
    return { reportId, email: due.email, attempts };
  });
}

/** Stores the result of an attempt. */
export async function settleReport(
  db: RecordsDatabase,
  claimed: ClaimedReport,
  result: Pick<DeliveryRow, "state" | "nextAt" | "error" | "attemptedAt">,
): Promise<void> {
  await db.update(reportRecipients).set(result).where(isOf(claimed));
}

/** Unsubscribes an address from a report. */
export async function endReport(
  db: RecordsDatabase,
  recipient: Pick<ClaimedReport, "reportId" | "email">,
  now: Timestamp,
): Promise<void> {
  await db
    .update(reportRecipients)
    .set({ unsubscribedAt: new Date(now), state: "delivered", nextAt: null })
    .where(isOf(recipient));
}

const isOf = ({ reportId, email }: Pick<ClaimedReport, "reportId" | "email">) =>
  and(eq(reportRecipients.reportId, reportId), eq(reportRecipients.email, email));
