import type { HeatmapResponse } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import {
  CLICK_COUNTS,
  type InteractionFilter,
  interactionParams,
  interactions,
  SESSIONS,
} from "./interactions.ts";

type Totals = Pick<HeatmapResponse, "sessions" | "counts" | "viewportWidth">;

/** Totals of a page's interactions, and their median viewport width in CSS pixels; zeros without interactions. */
export async function queryHeatmapTotals(
  store: Pick<EventStore, "query">,
  filter: InteractionFilter,
): Promise<Totals> {
  const sql = `
    SELECT ${SESSIONS}, ${CLICK_COUNTS},
           quantileExact(0.5)(viewport_width) AS viewportWidth
    FROM ${interactions(filter)}`;
  const [row] = await store.query<Totals>(sql, interactionParams(filter));
  return row ?? { sessions: 0, counts: { all: 0, rage: 0, dead: 0 }, viewportWidth: 0 };
}
