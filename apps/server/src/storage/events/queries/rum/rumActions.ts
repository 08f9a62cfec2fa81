import type { ActionOrder, RumAction } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { type RumScope, rumEvents, rumParams } from "./rumEvents.ts";

const withFrustration = (type: string) =>
  `toUInt32(countIf(has(splitByChar(',', frustration), '${type}_click'))) AS ${type}`;

/** User actions in a date range, grouped by name and kind. */
export async function queryRumActions(
  store: Pick<EventStore, "query">,
  scope: RumScope,
  { by, limit }: { by: ActionOrder; limit: number },
): Promise<RumAction[]> {
  const sql = `
    SELECT name, toString(events.kind) AS kind, toUInt32(count()) AS count, toUInt32(uniqExactIf(session_id, session_id != '')) AS sessions,
           ${["rage", "dead", "error"].map(withFrustration).join(", ")}
    FROM ${rumEvents(["action"], "name, kind, session_id, frustration", scope)} AS events
    GROUP BY name, kind
    ORDER BY ${by} DESC, count DESC, name LIMIT {limit:UInt32}`;
  return store.query<RumAction>(sql, { ...rumParams(scope), limit });
}
