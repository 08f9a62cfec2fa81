import { ONE_DAY } from "@marquee/contract";
import type { Sessions } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { dateRangeParams, type Span } from "./sqlParts.ts";

/**
 * What a visit is, for every query: a session (the events of one visitor without a pause of 30 minutes, people only, with the attribution of
 * its first event) that saw a page, and was not a recognised customer's. It counts where it began, by the corrected clock. Its id is the sender's clock,
 * which differs from ours by a day at most (`enrich`); the store finds sessions by it. Needs the parameters of {@link dateRangeParams}.
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

/** How many visits began within a span, how many of them saw one page only, and how long the middle one was. */
export async function querySessions(store: Pick<EventStore, "query">, span: Span): Promise<Sessions> {
  const sql = `
    SELECT toUInt32(count()) AS sessions, toUInt32(countIf(views = 1)) AS bounces,
           toUInt32(if(count() = 0, 0, quantile(0.5)(dateDiff('millisecond', started, ended)))) AS medianDuration
    FROM ${VISITS}`;
  const [row] = await store.query<Sessions>(sql, dateRangeParams(span));
  return row ?? { sessions: 0, bounces: 0, medianDuration: 0 };
}
