/** The IDs under which a person's rows are stored. */
export interface PersonIdentities {
  /** Anonymous IDs and user IDs whose rows all belong to this person. */
  ids: string[];
  /** Anonymous IDs. A user ID with the same value belongs to someone else. */
  anonymousIds: string[];
  /** Anonymous IDs of browsers the person used; rows there are theirs unless they name someone else. */
  browsers: string[];
  /** Email addresses, lower case. */
  emails: string[];
  /** Their keyed hashes, including addresses that no stored row has anymore. */
  emailHashes: string[];
  /** IDs of leads. */
  leads: string[];
}

/** What a request by staff deletes. */
export interface RequestedIdentities extends PersonIdentities {
  /** Whether names that become known later are excluded. */
  isExact: boolean;
}

export const NOBODY: PersonIdentities = {
  ids: [],
  anonymousIds: [],
  browsers: [],
  emails: [],
  emailHashes: [],
  leads: [],
};

/** Identities of a withdrawing visitor: exactly the data under their anonymous ID, whoever was signed in. */
export function visitorIdentities(anonymousId: string): PersonIdentities {
  return { ...NOBODY, anonymousIds: [anonymousId] };
}

/**
 * The data that a browser may see about itself: data under its anonymous ID that names nobody. Its secret identifies the browser, not which
 * of its users is asking, so data that names a person is excluded.
 */
export function browserIdentities(anonymousId: string): PersonIdentities {
  return { ...NOBODY, browsers: [anonymousId] };
}

/** Identities with an empty list for each that was missing in the release that stored them. */
export function readIdentities(stored: Partial<PersonIdentities>): PersonIdentities {
  const { ids, anonymousIds, browsers, emails, emailHashes, leads } = { ...NOBODY, ...stored };
  return { ids, anonymousIds, browsers, emails, emailHashes, leads };
}

/** The union of these identities, without duplicates. */
export function mergeIdentities(all: readonly PersonIdentities[]): PersonIdentities {
  const join = (name: keyof PersonIdentities) => [...new Set(all.flatMap((each) => each[name]))];
  return {
    ids: join("ids"),
    anonymousIds: join("anonymousIds"),
    browsers: join("browsers"),
    emails: join("emails"),
    emailHashes: join("emailHashes"),
    leads: join("leads"),
  };
}

export function countNames(identities: PersonIdentities): number {
  return Object.values(readIdentities(identities)).reduce((sum, list) => sum + list.length, 0);
}

/** Splits people into batches of at most `most` IDs; a person with more IDs gets a batch of their own. */
export function splitByName<Person extends { identities: PersonIdentities }>(
  people: readonly Person[],
  most: number,
): Person[][] {
  const parts: Person[][] = [];
  let names = Number.POSITIVE_INFINITY;
  for (const person of people) {
    const count = countNames(person.identities);
    if (names + count > most) {
      parts.push([]);
      names = 0;
    }
    parts.at(-1)?.push(person);
    names += count;
  }
  return parts;
}
