import type { EventStore } from "../storage/events/eventStore.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { leads } from "../storage/records/schema.ts";
import { findIdentities } from "./identities.ts";
import { matchesEmails } from "./readPerson.ts";
import type { Deletions } from "./startDeletions.ts";

interface DeletionStores {
  eventStore: Pick<EventStore, "query">;
  db: RecordsDatabase;
  deletions: Pick<Deletions, "request">;
}

interface Deletion {
  /** An anonymous ID, a user ID or an email address. */
  id: string;
  /** Email address of the account that makes the request. */
  requestedBy: string;
  /** Whether leads with the person's email address are deleted too. */
  withLeads: boolean;
}

/**
 * Requests the deletion of a person's data. Resolves once the request is stored and, if `withLeads` is set, the leads are deleted; events
 * follow within a minute. Consent receipts stay, because they prove what the person agreed to.
 */
export async function requestDeletion(
  { eventStore, db, deletions }: DeletionStores,
  { id, requestedBy, withLeads }: Deletion,
): Promise<void> {
  const person = await findIdentities(eventStore, id);
  await deletions.request(id, requestedBy, person);
  if (withLeads && person.emails.length > 0) await db.delete(leads).where(matchesEmails(person));
}
