/** Under which names one person's rows lie in the stores. */
export interface Identities {
  /** Anonymous ids and user ids whose rows are all this person's. */
  ids: string[];
  /** Anonymous ids of browsers the person signed in on; rows there are theirs unless they name another user. */
  browsers: string[];
  /** E-mail addresses, lower case. */
  emails: string[];
}

/** Who is known by one id alone, such as a visitor who withdraws. */
export function onlyId(id: string): Identities {
  return { ids: [id], browsers: [], emails: [] };
}

/** Everything that either of two names. */
export function joinIdentities(one: Identities, other: Identities): Identities {
  const join = (name: keyof Identities) => [...new Set([...one[name], ...other[name]])];
  return { ids: join("ids"), browsers: join("browsers"), emails: join("emails") };
}
