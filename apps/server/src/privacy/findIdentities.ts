import { isEmailAddress } from "@marquee/contract";
import type { EventStore } from "../storage/events/eventStore.ts";
import { queryLinkedIds } from "../storage/events/queries/linkedIds.ts";
import type { Identities } from "./identities.ts";

/**
 * Follows a user id or an e-mail address to the other names of the same person. A browser leads to nobody: several people may
 * have used it.
 * @param id an anonymous id, a user id, or an e-mail address.
 */
export async function findIdentities(store: Pick<EventStore, "query">, id: string): Promise<Identities> {
  const email = isEmailAddress(id) ? id.toLowerCase() : null;
  const linked = await queryLinkedIds(store, id, email);
  const ids = new Set([id, ...(email === null ? [] : linked.userIds)]);
  return {
    ids: [...ids],
    anonymousIds: [],
    browsers: linked.anonymousIds.filter((browser) => !ids.has(browser)),
    emails: email === null ? linked.emails : [email],
  };
}
