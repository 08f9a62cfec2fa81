import type { HeatmapPage } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import {
  CLICKS,
  DEAD,
  type InteractionFilter,
  interactionParams,
  interactions,
  RAGE,
  SESSIONS,
} from "./interactions.ts";
import { scrolledViews } from "./scrollDepth.ts";

type Row = Omit<HeatmapPage, "clicks"> & { clicks_total: number };

/** Pages with clicks or scrolls in a date range, those with the most sessions first. */
export async function queryHeatmapPages(
  store: Pick<EventStore, "query">,
  filter: InteractionFilter,
  limit: number,
): Promise<HeatmapPage[]> {
  const sql = `
    SELECT path, sessions, clicks_total, rage, dead, medianDepth
    FROM (SELECT path, ${[SESSIONS, CLICKS, RAGE, DEAD].join(", ")} FROM ${interactions(filter)} GROUP BY path) AS page
    LEFT JOIN (
      SELECT path, toNullable(quantileExact(0.5)(depth)) AS medianDepth FROM ${scrolledViews(filter)} GROUP BY path
    ) AS scrolled ON scrolled.path = page.path
    ORDER BY sessions DESC, clicks_total DESC, path LIMIT {limit:UInt32}`;
  const rows = await store.query<Row>(sql, { ...interactionParams(filter), limit });
  return rows.map(({ clicks_total, ...row }) => ({ ...row, clicks: clicks_total }));
}
