import { textList, textListParam } from "./sqlParts.ts";

/** The e-mail address that a row's traits hold, lower case; empty where they hold none. */
export const EMAIL_OF_ROW = `lower(if(JSONExtractString(traits, 'email') != '',
  JSONExtractString(traits, 'email'), JSONExtractString(context, 'traits', 'email')))`;

/** Rows of one person; each list holds IDs under which they are stored. */
export interface PersonIds {
  /** Anonymous ids or user ids; a row that has one in either place is theirs. */
  ids: readonly string[];
  /** Anonymous IDs only: a row whose user ID has the same value belongs to someone else. */
  anonymousIds: readonly string[];
  /** Anonymous ids of shared browsers; rows there are theirs unless they name a user. */
  browsers: readonly string[];
  /** Lower case. */
  emails: readonly string[];
}

/** A condition on `events` that names one person's rows. Needs the parameters of {@link personParams}. */
export function belongsToPerson({ emails }: Pick<PersonIds, "emails">): string {
  const conditions = [
    `visitor_id IN ${textList("ids")}`,
    `anonymous_id IN ${textList("ids")}`,
    `user_id IN ${textList("ids")}`,
    `anonymous_id IN ${textList("anonymousIds")}`,
    `(anonymous_id IN ${textList("browsers")} AND user_id = '')`,
    // Reading the JSON of every row takes long; without an address there is no need to.
    ...(emails.length > 0 ? [`${EMAIL_OF_ROW} IN ${textList("emails")}`] : []),
  ];
  return `(${conditions.join(" OR ")})`;
}

export function personParams({ ids, anonymousIds, browsers, emails }: PersonIds): Record<string, unknown> {
  return {
    ids: textListParam(ids),
    anonymousIds: textListParam(anonymousIds),
    browsers: textListParam(browsers),
    ...(emails.length > 0 ? { emails: textListParam(emails) } : {}),
  };
}
