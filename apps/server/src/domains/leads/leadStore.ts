import type { LeadDestination } from "@marquee/contract";
import { eq } from "drizzle-orm";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import { linkLead } from "../people/identities/linkLeads.ts";
import type { HashEmail } from "../people/identities/names.ts";
import { isDeletedSince } from "../people/privacy/isDeletedSince.ts";
import { queueDeliveries } from "./deliveries/deliveryStore.ts";
import { leads } from "./tables.ts";

export type LeadRow = typeof leads.$inferSelect;
export type NewLead = typeof leads.$inferInsert;

/** The lead of a submission, or null. */
export async function findLead(db: RecordsDatabase, submissionId: string): Promise<LeadRow | null> {
  const [row] = await db.select().from(leads).where(eq(leads.submissionId, submissionId));
  return row ?? null;
}

/** The lead with an ID, or null. @param id a UUID. */
export async function findLeadById(db: RecordsDatabase, id: string): Promise<LeadRow | null> {
  const [row] = await db.select().from(leads).where(eq(leads.id, id));
  return row ?? null;
}

export interface InsertOptions {
  db: RecordsDatabase;
  hashEmail: HashEmail;
}

export interface LeadOrigin {
  /** The sender's browser, if they consented to analytics and the browser proved its ID; otherwise null. */
  anonymousId: string | null;
  /** Destinations that the lead is delivered to. */
  destinations: readonly LeadDestination[];
}

/**
 * Stores a lead with its deliveries and links it with its email address and, if known, the sender's browser. An existing lead with the
 * same submission ID stays unchanged.
 * @returns the stored lead.
 */
export async function insertLead(
  { db, hashEmail }: InsertOptions,
  lead: NewLead,
  origin: LeadOrigin,
): Promise<LeadRow> {
  const inserted = await db.transaction((tx) => storeLead(tx, { lead, origin }, hashEmail));
  const stored = inserted ?? (await findLead(db, lead.submissionId));
  if (!stored) throw new Error("The lead was stored but can't be found.");
  return stored;
}

/**
 * {@link insertLead} for a form that has waited since it was sent. It is discarded if its sender's leads were deleted meanwhile.
 */
export async function insertWaitingLead(
  { db, hashEmail }: InsertOptions,
  lead: NewLead,
  origin: LeadOrigin,
): Promise<void> {
  const { email } = lead;
  const { anonymousId } = origin;
  const since = lead.createdAt?.getTime() ?? 0;
  await db.transaction(async (tx) => {
    if (await isDeletedSince(tx, { email, anonymousId }, since, hashEmail)) return;
    await storeLead(tx, { lead, origin }, hashEmail);
  });
}

/** @returns undefined if there is a lead with this submission ID. */
async function storeLead(
  tx: Transaction,
  { lead, origin }: { lead: NewLead; origin: LeadOrigin },
  hashEmail: HashEmail,
): Promise<LeadRow | undefined> {
  const [row] = await tx
    .insert(leads)
    .values(lead)
    .onConflictDoNothing({ target: leads.submissionId })
    .returning();
  if (!row) return;
  await linkLead(tx, row, origin.anonymousId, hashEmail);
  await queueDeliveries(tx, row, origin.destinations);
  return row;
}
