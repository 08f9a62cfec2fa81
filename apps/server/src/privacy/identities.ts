import { isEmailAddress } from "@marquee/contract";
import type { EventStore } from "../storage/events/eventStore.ts";
import { queryLinkedIds } from "../storage/events/queries/linkedIds.ts";
/** The IDs under which a person's rows are stored. */
export interface Identities {
  /** Anonymous IDs and user IDs whose rows all belong to this person. */
  ids: string[];
  /** Anonymous IDs. A user ID with the same value belongs to someone else. */
  anonymousIds: string[];
  /** Anonymous IDs of browsers the person signed in on; rows there are theirs unless they name another user. */
  browsers: string[];
  /** Email addresses, lower case. */
  emails: string[];
}

const NOBODY: Identities = { ids: [], anonymousIds: [], browsers: [], emails: [] };

/** Identities of a withdrawing visitor: exactly the data under their anonymous ID, whoever was signed in. */
export function visitorIdentities(anonymousId: string): Identities {
  return { ...NOBODY, anonymousIds: [anonymousId] };
}

/** Stored identities, with an empty list for each that the release which stored them did not have. */
export function readIdentities(stored: Partial<Identities>): Identities {
  return { ...NOBODY, ...stored };
}

/** The union of these identities, without duplicates. */
export function mergeIdentities(all: readonly Identities[]): Identities {
  const join = (name: keyof Identities) => [...new Set(all.flatMap((each) => each[name]))];
  return {
    ids: join("ids"),
    anonymousIds: join("anonymousIds"),
    browsers: join("browsers"),
    emails: join("emails"),
  };
}

export function countNames({ ids, anonymousIds, browsers, emails }: Identities): number {
  return ids.length + anonymousIds.length + browsers.length + emails.length;
}

/** Splits people into batches of at most `most` IDs; a person with more IDs gets a batch of their own. */
export function splitByName<Person extends { identities: Identities }>(
  people: readonly Person[],
  most: number,
): Person[][] {
  const parts: Person[][] = [];
  let names = Number.POSITIVE_INFINITY;
  for (const person of people) {
    const own = countNames(person.identities);
    if (names + own > most) {
      parts.push([]);
      names = 0;
    }
    parts.at(-1)?.push(person);
    names += own;
  }
  return parts;
}

/**
 * Finds the other IDs of the person with a user ID or email address. An anonymous ID is not followed, because several people may have used
 * that browser.
 * @param id an anonymous ID, a user ID or an email address.
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
