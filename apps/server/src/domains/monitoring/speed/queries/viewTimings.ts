import { TIMING_NAME_LENGTH } from "@marquee/contract";
import type { SpeedTiming } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { percentile75 } from "../../../../platform/storage/events/queries/sqlParts.ts";
import { UNIQUE_EVENTS } from "../../../../platform/storage/events/queries/uniqueEvents.ts";
import { LARGEST, reportedVitals, type SpeedScope, speedParams } from "./pageWebVitals.ts";

/** The named timings of each page, by name and then by number of page views. Clients can send anything, so invalid names and values are left out. */
export async function queryViewTimings(
  store: Pick<EventStore, "query">,
  scope: SpeedScope,
  limit: number,
): Promise<SpeedTiming[]> {
  const sql = `
    SELECT timing.1 AS name, host, path, toUInt32(count()) AS samples, ${percentile75("timing.2")} AS p75
    FROM (
      SELECT toString(host) AS host, path, arrayJoin(JSONExtractKeysAndValues(properties, 'timings', 'Float64')) AS timing
      FROM ${UNIQUE_EVENTS} WHERE ${reportedVitals(scope.selection)}
    )
    WHERE match(name, '^[A-Za-z0-9_.@$-]{1,${TIMING_NAME_LENGTH}}$') AND timing.2 >= 0 AND timing.2 < ${LARGEST}
    GROUP BY name, host, path ORDER BY name, samples DESC, path, host LIMIT {limit:UInt32}`;
  return store.query(sql, { ...speedParams(scope), limit });
}
