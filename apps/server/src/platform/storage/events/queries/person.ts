import { textList, textListParam } from "./sqlParts.ts";

/** The email address in a row's traits, lowercase; empty if there is none. */
export const EMAIL_OF_ROW = `lower(if(JSONExtractString(traits, 'email') != '',
  JSONExtractString(traits, 'email'), JSONExtractString(context, 'traits', 'email')))`;

/** Rows of one person; each list holds IDs under which they are stored. */
export interface PersonIds {
  /** Anonymous IDs or user IDs; a row with one in either column belongs to the person. */
  ids: readonly string[];
  /** Anonymous IDs only: a row whose user ID has the same value belongs to someone else. */
  anonymousIds: readonly string[];
  /** Anonymous IDs of shared browsers; their rows belong to the person unless they have a user ID or someone else's email address. */
  browsers: readonly string[];
  /** Lower case. */
  emails: readonly string[];
}

/** A condition on `events` that matches one person's rows. Needs the parameters of {@link personParams}. */
export function belongsToPerson({ browsers, emails }: Pick<PersonIds, "browsers" | "emails">): string {
  const conditions = [
    `visitor_id IN ${textList("ids")}`,
    `anonymous_id IN ${textList("ids")}`,
    `user_id IN ${textList("ids")}`,
    `anonymous_id IN ${textList("anonymousIds")}`,
    // Skipped if not needed, because parsing the JSON of every row is slow.
    ...(browsers.length > 0
      ? [`(anonymous_id IN ${textList("browsers")} AND user_id = '' AND ${EMAIL_OF_ROW} = '')`]
      : []),
    ...(emails.length > 0 ? [`${EMAIL_OF_ROW} IN ${textList("emails")}`] : []),
  ];
  return `(${conditions.join(" OR ")})`;
}

export function personParams({ ids, anonymousIds, browsers, emails }: PersonIds): Record<string, unknown> {
  return {
    ids: textListParam(ids),
    anonymousIds: textListParam(anonymousIds),
    ...(browsers.length > 0 ? { browsers: textListParam(browsers) } : {}),
    ...(emails.length > 0 ? { emails: textListParam(emails) } : {}),
  };
}
