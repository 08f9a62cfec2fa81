import { ONE_DAY } from "@marquee/contract";
import type { Sessions } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { dateRangeParams, type Span } from "./sqlParts.ts";

/**
 * Sessions that traffic reports count: with at least one page view and not of a known customer. A session is the events of one visitor
 * with no gap of 30 minutes, without bots, with the attribution of its first event. It counts at its start by the corrected clock. Its ID
 * is the start by the sender's clock, which is at most a day off (see `enrich`); the condition on it lets the store use its sorting key.
 * Needs the parameters of {@link dateRangeParams}.
 */
const VISITS = `(
  SELECT session_id, visitor_id, audience, started, ended, views, events,
         finalizeAggregation(entry) AS entry_path, finalizeAggregation(source) AS entry_source,
         finalizeAggregation(medium) AS entry_medium, finalizeAggregation(campaign) AS entry_campaign
  FROM sessions FINAL
  WHERE session_id >= {from:Int64} - ${ONE_DAY} AND session_id < {to:Int64} + ${ONE_DAY}
    AND started >= fromUnixTimestamp64Milli({from:Int64}) AND started < fromUnixTimestamp64Milli({to:Int64})
    AND views > 0 AND audience != 'customer'
)`;

/** Sessions that started in a date range, how many had one page view, and their median duration in milliseconds. */
export async function querySessions(store: Pick<EventStore, "query">, span: Span): Promise<Sessions> {
  const sql = `
    SELECT toUInt32(count()) AS sessions, toUInt32(countIf(views = 1)) AS bounces,
           toUInt32(if(count() = 0, 0, quantile(0.5)(dateDiff('millisecond', started, ended)))) AS medianDuration
    FROM ${VISITS}`;
  const [row] = await store.query<Sessions>(sql, dateRangeParams(span));
  return row ?? { sessions: 0, bounces: 0, medianDuration: 0 };
}
