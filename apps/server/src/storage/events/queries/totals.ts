import type { Totals } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { pageViewsBy, VISITORS_AND_VIEWS } from "./pageViews.ts";
import { dateRangeParams, type Span } from "./sqlParts.ts";

/** Visitors and page views in a date range. */
export async function queryTotals(store: Pick<EventStore, "query">, span: Span): Promise<Totals> {
  const [totals] = await store.query<Totals>(
    `SELECT ${VISITORS_AND_VIEWS} ${pageViewsBy("all")}`,
    dateRangeParams(span),
  );
  return totals ?? { visitors: 0, pageViews: 0 };
}

/** Whether the store contains any demo event. */
export async function queryHasDemoData(store: Pick<EventStore, "query">): Promise<boolean> {
  const rows = await store.query("SELECT 1 FROM events WHERE demo = 1 LIMIT 1");
  return rows.length > 0;
}
