import type { Timestamp } from "@marquee/contract";
import { and, eq, gte, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/storage/records/records.ts";
import type { HashEmail } from "../identities/names.ts";
import { deletionRequests } from "../tables.ts";
import { hashNames } from "./hashNames.ts";
import { readIdentities } from "./identities.ts";

interface LeadSender {
  email: string;
  /** The sender's browser; null without consent to analytics. */
  anonymousId: string | null;
}

/**
 * Whether the leads of a sender were deleted at this time or later: by their email address, or by the ID of their browser. No deletion can be requested until the
 * transaction ends, so none can miss the stored lead.
 */
export async function isDeletedSince(
  tx: Transaction,
  { email, anonymousId }: LeadSender,
  since: Timestamp,
  hashEmail: HashEmail,
): Promise<boolean> {
  await tx.execute(sql`lock table ${deletionRequests} in share mode`);
  const requests = await tx
    .select({ names: deletionRequests.names, identities: deletionRequests.identities })
    .from(deletionRequests)
    .where(and(eq(deletionRequests.withLeads, true), gte(deletionRequests.requestedAt, new Date(since))));
  const emailHash = hashEmail(email);
  const browserHash = anonymousId === null ? null : hashEmail.ofId(anonymousId);
  return requests.some(({ names, identities }) => {
    const { emails, ids, anonymousIds, browsers } =
      names ?? hashNames(readIdentities(identities ?? {}), hashEmail);
    const isBrowser = browserHash !== null && [...ids, ...anonymousIds, ...browsers].includes(browserHash);
    return isBrowser || emails.includes(emailHash);
  });
}
