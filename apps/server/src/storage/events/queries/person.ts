import { textList, textListParam } from "./textList.ts";

/** The e-mail address that a row's traits hold, lower case; empty where they hold none. */
export const EMAIL_OF_ROW = `lower(if(JSONExtractString(traits, 'email') != '',
  JSONExtractString(traits, 'email'), JSONExtractString(context, 'traits', 'email')))`;

/** Rows of one person; each list holds names under which they lie. */
export interface PersonIds {
  ids: readonly string[];
  browsers: readonly string[];
  emails: readonly string[];
}

/** A condition on `events` that names one person's rows. Needs the parameters of {@link personParams}. */
export function isPersons({ emails }: Pick<PersonIds, "emails">): string {
  const conditions = [
    `visitor_id IN ${textList("ids")}`,
    `anonymous_id IN ${textList("ids")}`,
    `user_id IN ${textList("ids")}`,
    `(anonymous_id IN ${textList("browsers")} AND user_id = '')`,
    // Reading the JSON of every row takes long; without an address there is no need to.
    ...(emails.length > 0 ? [`${EMAIL_OF_ROW} IN ${textList("emails")}`] : []),
  ];
  return `(${conditions.join(" OR ")})`;
}

export function personParams({ ids, browsers, emails }: PersonIds): Record<string, unknown> {
  return {
    ids: textListParam(ids),
    browsers: textListParam(browsers),
    ...(emails.length > 0 ? { emails: textListParam(emails) } : {}),
  };
}
