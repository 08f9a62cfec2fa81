import type { RequestScope } from "@marquee/contract/schema";
import { leads } from "../../../platform/storage/records/schema.ts";
import { findPerson, type PersonStores } from "./findPerson.ts";
import { matchesLeads } from "./readPerson.ts";
import type { Deletions } from "./startDeletions.ts";

interface DeletionStores extends PersonStores {
  deletions: Pick<Deletions, "request">;
}

interface Deletion {
  /** An anonymous ID, a user ID, an email address or a lead's ID. */
  id: string;
  scope: RequestScope;
  /** Email address of the account that makes the request. */
  requestedBy: string;
  /** Whether the person's leads are deleted too. */
  withLeads: boolean;
}

/**
 * Requests the deletion of a person's data. Resolves once the request is stored and, if `withLeads` is set, the leads are deleted; the rest
 * follows within a minute. Consent receipts stay, because they prove what the person agreed to.
 */
export async function requestDeletion(
  { deletions, ...stores }: DeletionStores,
  { id, scope, requestedBy, withLeads }: Deletion,
): Promise<void> {
  const { identities } = await findPerson(stores, id, scope);
  await deletions.request(id, requestedBy, { ...identities, isExact: scope === "name" }, withLeads);
  if (withLeads) await stores.db.delete(leads).where(matchesLeads(identities));
}
