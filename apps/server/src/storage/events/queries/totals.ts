import type { Totals } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { pageViewsBy, VISITORS_AND_VIEWS } from "./pageViews.ts";
import { type Span, spanParams } from "./span.ts";

/** Visitors and page views of a span. */
export async function queryTotals(store: Pick<EventStore, "query">, span: Span): Promise<Totals> {
  const [totals] = await store.query<Totals>(
    `SELECT ${VISITORS_AND_VIEWS} ${pageViewsBy("all")}`,
    spanParams(span),
  );
  return totals ?? { visitors: 0, pageViews: 0 };
}
