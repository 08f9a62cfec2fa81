import { HEATMAP_BREAKPOINTS, type HeatmapBandCount } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import {
  CLICK_COUNTS,
  type InteractionFilter,
  interactionParams,
  interactions,
  SESSIONS,
} from "./interactions.ts";

/** Minimum width of the breakpoint band that a viewport is in, in CSS pixels. */
const BAND = `[0, ${HEATMAP_BREAKPOINTS.join(", ")}][1 + arrayCount(width -> width <= viewport_width, [${HEATMAP_BREAKPOINTS.join(", ")}])]`;

/** Sessions and clicks per viewport width band, the narrowest first; empty bands are left out. */
export function queryBandCounts(
  store: Pick<EventStore, "query">,
  filter: InteractionFilter,
): Promise<HeatmapBandCount[]> {
  const sql = `
    SELECT toUInt32(${BAND}) AS band, ${SESSIONS}, ${CLICK_COUNTS}
    FROM ${interactions(filter)} GROUP BY band ORDER BY band`;
  return store.query<HeatmapBandCount>(sql, interactionParams(filter));
}
