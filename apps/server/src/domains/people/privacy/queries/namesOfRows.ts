import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { EMAIL_OF_ROW } from "../../../../platform/storage/events/queries/person.ts";
import { textList, textListParam } from "../../../../platform/storage/events/queries/sqlParts.ts";

interface NamesOfRows {
  userIds: string[];
  /** Lower case. */
  emails: string[];
}

/** The user IDs and email addresses on events with one of these user IDs or anonymous IDs, at most 10,000 each. */
export async function queryNamesOfRows(
  store: Pick<EventStore, "query">,
  { userIds, anonymousIds }: { userIds: readonly string[]; anonymousIds: readonly string[] },
): Promise<NamesOfRows> {
  const sql = `
    SELECT groupUniqArrayIf(10000)(user_id, user_id != '') AS userIds,
           groupUniqArrayIf(10000)(${EMAIL_OF_ROW}, ${EMAIL_OF_ROW} != '') AS emails
    FROM events
    WHERE user_id IN ${textList("userIds")} OR anonymous_id IN ${textList("anonymousIds")}`;
  const params = { userIds: textListParam(userIds), anonymousIds: textListParam(anonymousIds) };
  const [row] = await store.query<NamesOfRows>(sql, params);
  return row ?? { userIds: [], emails: [] };
}
