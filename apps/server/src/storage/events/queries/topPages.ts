import type { TopRow } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { pageViewsBy, VISITORS_AND_VIEWS } from "./pageViews.ts";
import { dateRangeParams, type Span } from "./sqlParts.ts";

/** Pages with the most views. */
export function queryTopPages(
  store: Pick<EventStore, "query">,
  span: Span,
  limit: number,
): Promise<TopRow[]> {
  const sql = `
    SELECT value AS name, ${VISITORS_AND_VIEWS}
    ${pageViewsBy("path")} AND value IN (
      SELECT value ${pageViewsBy("path")} GROUP BY value ORDER BY sum(views) DESC, value LIMIT {limit:UInt32}
    )
    GROUP BY name ORDER BY pageViews DESC, name`;
  return store.query<TopRow>(sql, { ...dateRangeParams(span), limit });
}
