import type { Totals } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";
import { type Span, spanParams, VISITS } from "./visits.ts";

/** Visitors and page views of a span. */
export async function queryTotals(store: Pick<EventStore, "query">, span: Span): Promise<Totals> {
  const sql = `SELECT toUInt32(uniqExact(visitor_id)) AS visitors, toUInt32(count()) AS pageViews ${VISITS}`;
  const [totals] = await store.query<Totals>(sql, spanParams(span));
  return totals ?? { visitors: 0, pageViews: 0 };
}
