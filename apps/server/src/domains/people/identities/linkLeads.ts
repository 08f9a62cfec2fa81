import { notExists, sql } from "drizzle-orm";
import type { RecordsDatabase, Transaction } from "../../../platform/storage/records/records.ts";
import { leads } from "../../leads/tables.ts";
import { identities } from "../tables.ts";
import { type Link, linkNames, lockIdentities } from "./linkNames.ts";
import type { HashEmail } from "./names.ts";

interface LinkedLead {
  id: string;
  email: string;
  createdAt: Date;
}

const PAGE_SIZE = 500;

/**
 * Links a lead with its email address. Call it in the transaction that stores the lead.
 * @param anonymousId the sender's browser; null without consent to analytics.
 */
export function linkLead(
  tx: Transaction,
  lead: LinkedLead,
  anonymousId: string | null,
  hashEmail: HashEmail,
): Promise<void> {
  return linkNames(tx, [linkOf(lead, anonymousId, hashEmail)], hashEmail);
}

function linkOf(
  { id, email, createdAt }: LinkedLead,
  anonymousId: string | null,
  hashEmail: HashEmail,
): Link {
  const names = [
    { kind: "lead" as const, value: id },
    { kind: "email" as const, value: hashEmail(email) },
  ];
  const anonymousIds = anonymousId === null ? [] : [anonymousId];
  return { names, anonymousIds, source: "lead", seenAt: createdAt.getTime() };
}

/** Links leads stored before the table of identities existed. Their browsers are unknown. */
export async function linkEarlierLeads(
  db: RecordsDatabase,
  hashEmail: HashEmail,
  signal?: AbortSignal,
): Promise<void> {
  while (await db.transaction((tx) => linkPage(tx, hashEmail))) signal?.throwIfAborted();
}

/** @returns whether there may be more. */
async function linkPage(tx: Transaction, hashEmail: HashEmail): Promise<boolean> {
  await lockIdentities(tx);
  const ofLead = tx
    .select({ one: sql`1` })
    .from(identities)
    .where(sql`${identities.kind} = 'lead' and ${identities.value} = ${leads.id}::text`);
  const page = await tx
    .select({ id: leads.id, email: leads.email, createdAt: leads.createdAt })
    .from(leads)
    .where(notExists(ofLead))
    .limit(PAGE_SIZE);
  await linkNames(
    tx,
    page.map((lead) => linkOf(lead, null, hashEmail)),
    hashEmail,
  );
  return page.length === PAGE_SIZE;
}
