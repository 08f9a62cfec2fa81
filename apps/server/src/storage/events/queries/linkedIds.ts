import type { EventStore } from "../eventStore.ts";
import { EMAIL_OF_ROW } from "./person.ts";

interface LinkedIds {
  userIds: string[];
  anonymousIds: string[];
  /** Lower case. */
  emails: string[];
}

/** IDs and email addresses on rows of one user ID or one email address (lower case). */
export async function queryLinkedIds(
  store: Pick<EventStore, "query">,
  userId: string,
  email: string | null,
): Promise<LinkedIds> {
  const hasEmail = email === null ? "" : `OR ${EMAIL_OF_ROW} = {email:String}`;
  const sql = `
    SELECT groupUniqArrayIf(1000)(user_id, user_id != '') AS userIds,
           groupUniqArrayIf(1000)(anonymous_id, anonymous_id != '') AS anonymousIds,
           groupUniqArrayIf(100)(${EMAIL_OF_ROW}, ${EMAIL_OF_ROW} != '') AS emails
    FROM events
    WHERE user_id = {userId:String} ${hasEmail}`;
  const [row] = await store.query<LinkedIds>(sql, { userId, ...(email === null ? {} : { email }) });
  return row ?? { userIds: [], anonymousIds: [], emails: [] };
}
