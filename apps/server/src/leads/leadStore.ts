import { eq } from "drizzle-orm";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { leads } from "../storage/records/schema.ts";

export type LeadRow = typeof leads.$inferSelect;
export type NewLead = typeof leads.$inferInsert;

/** The lead of a submission, or null. */
export async function findLead(db: RecordsDatabase, submissionId: string): Promise<LeadRow | null> {
  const [row] = await db.select().from(leads).where(eq(leads.submissionId, submissionId));
  return row ?? null;
}

/** Stores a lead; an existing lead of the same submission stays unchanged. @returns the stored lead. */
export async function insertLead(db: RecordsDatabase, lead: NewLead): Promise<LeadRow> {
  const [row] = await db
    .insert(leads)
    .values(lead)
    .onConflictDoNothing({ target: leads.submissionId })
    .returning();
  const stored = row ?? (await findLead(db, lead.submissionId));
  if (!stored) throw new Error("The lead was stored but can't be found.");
  return stored;
}
