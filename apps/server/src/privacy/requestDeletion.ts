import type { EventStore } from "../storage/events/eventStore.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { leads } from "../storage/records/schema.ts";
import { findIdentities } from "./identities.ts";
import { matchesEmails } from "./readPerson.ts";
import type { Deletions } from "./startDeletions.ts";

interface DeletionStores {
  eventStore: Pick<EventStore, "query">;
  db: RecordsDatabase;
  erasures: Pick<Deletions, "request">;
}

interface Deletion {
  /** An anonymous id, a user id or an e-mail address. */
  id: string;
  /** E-mail address of the account that asks. */
  requestedBy: string;
  /** Whether leads with the person's email address are deleted too. */
  withLeads: boolean;
}

/**
 * Has all that is about a person deleted. Resolves once the request is kept, and the leads are gone if they were meant; events follow
 * within a minute. Receipts of consent stay: they prove what was agreed.
 */
export async function requestDeletion(
  { eventStore, db, erasures }: DeletionStores,
  { id, requestedBy, withLeads }: Deletion,
): Promise<void> {
  const person = await findIdentities(eventStore, id);
  await erasures.request(id, requestedBy, person);
  if (withLeads && person.emails.length > 0) await db.delete(leads).where(matchesEmails(person));
}
