import type { LongTasks } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { percentile75 } from "../../../../platform/storage/events/queries/sqlParts.ts";
import { rumEvents, type SpeedScope, speedParams } from "./pageWebVitals.ts";

/** Longer tasks, in milliseconds, block the page (https://www.w3.org/TR/longtasks-1). */
const LONG = 50;

/** Long tasks by page, longest total blocking time first. Only Datadog's client reports them. */
export function queryLongTasks(
  store: Pick<EventStore, "query">,
  scope: SpeedScope,
  limit: number,
): Promise<LongTasks[]> {
  const sql = `
    SELECT path, toUInt32(countIf(type = 'long_task')) AS count, toUInt32(uniqExact(view_id)) AS views,
           ${percentile75("if(type = 'long_task', tasks.duration, NULL)")} AS duration,
           sumIf(greatest(tasks.duration - ${LONG}, 0), type = 'long_task') / views AS blocking
    FROM ${rumEvents("'view', 'long_task'", "view_id, duration", scope.selection)} AS tasks
    GROUP BY path HAVING count > 0
    ORDER BY blocking DESC, path LIMIT {limit:UInt32}`;
  return store.query<LongTasks>(sql, { ...speedParams(scope), limit });
}
