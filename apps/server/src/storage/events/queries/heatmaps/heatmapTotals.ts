import type { HeatmapResponse } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import {
  CLICK_COUNTS,
  type ClickCountColumns,
  type InteractionFilter,
  interactionParams,
  interactions,
  SESSIONS,
  toClickCounts,
} from "./interactions.ts";

type Totals = Pick<HeatmapResponse, "sessions" | "counts" | "viewportWidth">;

interface Row extends ClickCountColumns {
  sessions: number;
  width: number;
}

/** Totals of a page's interactions, and their median viewport width in CSS pixels; zeros without interactions. */
export async function queryHeatmapTotals(
  store: Pick<EventStore, "query">,
  filter: InteractionFilter,
): Promise<Totals> {
  const sql = `
    SELECT ${SESSIONS}, ${CLICK_COUNTS},
           quantileExact(0.5)(viewport_width) AS width
    FROM ${interactions(filter)}`;
  const [row] = await store.query<Row>(sql, interactionParams(filter));
  const { sessions, width, ...counts } = row ?? NOTHING;
  return { sessions, counts: toClickCounts(counts), viewportWidth: width };
}

const NOTHING: Row = { sessions: 0, clicks_total: 0, rage: 0, dead: 0, width: 0 };
