import type { TopRow } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { pageViewsBy, VISITORS_AND_VIEWS } from "./pageViews.ts";
import { dateRangeParams, type Span } from "./sqlParts.ts";

/** Traffic sources with the most visitors, without internal ones. */
export function queryTopSources(
  store: Pick<EventStore, "query">,
  span: Span,
  limit: number,
): Promise<TopRow[]> {
  const sql = `
    SELECT value AS name, ${VISITORS_AND_VIEWS}
    ${pageViewsBy("source")} AND value != '(internal)'
    GROUP BY name ORDER BY visitors DESC, name LIMIT {limit:UInt32}`;
  return store.query<TopRow>(sql, { ...dateRangeParams(span), limit });
}
