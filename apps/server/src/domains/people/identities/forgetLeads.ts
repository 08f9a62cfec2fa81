import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { leads } from "../../leads/tables.ts";
import { identities } from "../tables.ts";
import { lockIdentities } from "./linkNames.ts";
import type { HashEmail } from "./names.ts";

interface ForgetLeadsOptions {
  hashEmail: HashEmail;
  limit: number;
}

/**
 * Deletes leads with everything stored about them; their copies in the event store follow. Email addresses without another lead then expire with the events.
 * @returns the number of deleted leads, at most `limit`.
 */
export function forgetLeads(
  db: RecordsDatabase,
  which: SQL,
  { hashEmail, limit }: ForgetLeadsOptions,
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockIdentities(tx);
    const rows = await tx.select({ id: leads.id, email: leads.email }).from(leads).where(which).limit(limit);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    const emails = [...new Set(rows.map(({ email }) => email.toLowerCase()))];
    await tx.delete(leads).where(inArray(leads.id, ids));
    await tx.delete(identities).where(and(eq(identities.kind, "lead"), inArray(identities.value, ids)));
    const left = await tx
      .select({ email: leads.email })
      .from(leads)
      .where(inArray(sql`lower(${leads.email})`, emails));
    const remaining = new Set(left.map(({ email }) => hashEmail(email)));
    const hashes = emails.map(hashEmail).filter((hash) => !remaining.has(hash));
    await tx
      .update(identities)
      .set({ source: "event" })
      .where(and(eq(identities.kind, "email"), inArray(identities.value, hashes)));
    return rows.length;
  });
}
