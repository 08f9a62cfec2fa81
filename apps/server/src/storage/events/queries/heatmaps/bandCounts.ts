import { HEATMAP_BREAKPOINTS, type HeatmapBandCount } from "@marquee/contract/schema";
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

/** Minimum width of the breakpoint band that a viewport is in, in CSS pixels. */
const BAND = `[0, ${HEATMAP_BREAKPOINTS.join(", ")}][1 + arrayCount(width -> width <= viewport_width, [${HEATMAP_BREAKPOINTS.join(", ")}])]`;

type Row = Omit<HeatmapBandCount, "counts"> & ClickCountColumns;

/** Sessions and clicks per viewport width band, the narrowest first; empty bands are left out. */
export async function queryBandCounts(
  store: Pick<EventStore, "query">,
  filter: InteractionFilter,
): Promise<HeatmapBandCount[]> {
  const sql = `
    SELECT toUInt32(${BAND}) AS band, ${SESSIONS}, ${CLICK_COUNTS}
    FROM ${interactions(filter)} GROUP BY band ORDER BY band`;
  const rows = await store.query<Row>(sql, interactionParams(filter));
  return rows.map(({ band, sessions, ...counts }) => ({ band, sessions, counts: toClickCounts(counts) }));
}
