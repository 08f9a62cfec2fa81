import { TARGETING_LIFETIME, type Timestamp } from "@marquee/contract";
import type { RuleMatchesResponse } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";

/** Number of sessions that each recording rule had recorded within the lifetime of a match. Rules without any are left out. */
export async function queryRuleMatches(
  store: Pick<EventStore, "query">,
  now: Timestamp,
): Promise<RuleMatchesResponse["matches"]> {
  const sql = `
    SELECT rule, toUInt32(uniqExact(session_id, visitor_id)) AS sessions
    FROM replay_segments
    WHERE rule != '' AND received_at >= fromUnixTimestamp64Milli({since:Int64})
    GROUP BY rule ORDER BY rule`;
  return store.query(sql, { since: now - TARGETING_LIFETIME });
}
