import type { ClickedElement, ClickKind } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { clicksOf } from "./clicks.ts";
import {
  CLICKS,
  DEAD,
  type InteractionFilter,
  interactionParams,
  RAGE,
  SESSIONS,
  VISITORS,
} from "./interactions.ts";

type Row = Omit<ClickedElement, "clicks" | "share"> & { clicks_total: number };

/** Elements by clicks of a kind, the most clicked first; `rage` and `dead` count such clicks among them. */
export async function queryClickedElements(
  store: Pick<EventStore, "query">,
  { kind, limit, ...filter }: InteractionFilter & { kind: ClickKind; limit: number },
): Promise<Omit<ClickedElement, "share">[]> {
  const sql = `
    SELECT selector, ${[CLICKS, RAGE, DEAD, SESSIONS, VISITORS].join(", ")}
    FROM ${clicksOf(kind, filter)}
    GROUP BY selector ORDER BY clicks_total DESC, selector LIMIT {limit:UInt32}`;
  const rows = await store.query<Row>(sql, { ...interactionParams(filter), limit });
  return rows.map(({ clicks_total, ...row }) => ({ ...row, clicks: clicks_total }));
}
