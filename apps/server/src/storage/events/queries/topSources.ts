import type { TopRow } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { type Span, spanParams, VISITS } from "./visits.ts";

/** What brought the most visitors from outside the site. */
export function queryTopSources(
  store: Pick<EventStore, "query">,
  span: Span,
  limit: number,
): Promise<TopRow[]> {
  const sql = `
    SELECT source AS name, toUInt32(uniqExact(visitor_id)) AS visitors, toUInt32(count()) AS pageViews
    ${VISITS} AND source != '(internal)' GROUP BY name ORDER BY visitors DESC, name LIMIT {limit:UInt32}`;
  return store.query<TopRow>(sql, { ...spanParams(span), limit });
}
