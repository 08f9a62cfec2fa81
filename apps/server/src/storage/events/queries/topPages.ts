import type { TopRow } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { type Span, spanParams, VISITS } from "./visits.ts";

/** Pages with the most views. */
export function queryTopPages(
  store: Pick<EventStore, "query">,
  span: Span,
  limit: number,
): Promise<TopRow[]> {
  const sql = `
    SELECT path AS name, toUInt32(uniqExact(visitor_id)) AS visitors, toUInt32(count()) AS pageViews
    ${VISITS} GROUP BY name ORDER BY pageViews DESC, name LIMIT {limit:UInt32}`;
  return store.query<TopRow>(sql, { ...spanParams(span), limit });
}
