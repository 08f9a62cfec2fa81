import type { ActionOrder, MonitoredAction } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { type MonitoredScope, monitoredEvents, monitoredParams } from "./rumEvents.ts";

const withFrustration = (type: string) =>
  `toUInt32(countIf(has(splitByChar(',', frustration), '${type}_click'))) AS ${type}`;

/** What people did within a span, by its name. */
export async function queryMonitoredActions(
  store: Pick<EventStore, "query">,
  scope: MonitoredScope,
  { by, limit }: { by: ActionOrder; limit: number },
): Promise<MonitoredAction[]> {
  const sql = `
    SELECT name, toString(events.kind) AS kind, toUInt32(count()) AS count, toUInt32(uniqExact(session_id)) AS sessions,
           ${["rage", "dead", "error"].map(withFrustration).join(", ")}
    FROM ${monitoredEvents(["action"], "name, kind, session_id, frustration", scope)} AS events
    GROUP BY name, kind
    ORDER BY ${by} DESC, count DESC, name LIMIT {limit:UInt32}`;
  return store.query<MonitoredAction>(sql, { ...monitoredParams(scope), limit });
}
