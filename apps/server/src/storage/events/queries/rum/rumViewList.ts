import type { RumView, ViewOrder } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { percentile75 } from "../sqlParts.ts";
import { type RumScope, rumEvents, rumParams, rumViews } from "./rumEvents.ts";

/** Views in a date range by name, with their errors, frustrations and long tasks. `kind` filters the views, not these events. */
export async function queryRumViews(
  store: Pick<EventStore, "query">,
  scope: RumScope,
  { by, limit }: { by: ViewOrder; limit: number },
): Promise<RumView[]> {
  const { kind: _kind, ...events } = scope;
  const sql = `
    SELECT toString(view_name) AS view, toUInt32(countIf(type = 'view')) AS views,
           toUInt32(uniqExactIf(session_id, session_id != '')) AS sessions, ${percentile75("loading_time")} AS loading,
           toUInt32(countIf(type = 'error')) AS errors, toUInt32(countIf(type = 'action')) AS frustrations,
           toUInt32(countIf(type = 'long_task')) AS longTasks
    FROM (
      SELECT 'view' AS type, view_name, session_id, loading_time FROM ${rumViews(scope)}
      UNION ALL
      SELECT toString(type), view_name, session_id, NULL
      FROM ${rumEvents(["error", "action", "long_task"], "type, view_name, session_id, frustration", events)}
      WHERE type != 'action' OR frustration != ''
    )
    GROUP BY view_name HAVING views > 0
    ORDER BY ${by} DESC NULLS LAST, views DESC, view LIMIT {limit:UInt32}`;
  return store.query<RumView>(sql, { ...rumParams(scope), limit });
}
