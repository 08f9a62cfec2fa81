import type { HeatmapResponse } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import {
  CLICKS,
  DEAD,
  type InteractionFilter,
  interactionParams,
  interactions,
  RAGE,
  SESSIONS,
} from "./interactions.ts";

type Totals = Pick<HeatmapResponse, "sessions" | "counts" | "viewportWidth">;

interface Row {
  sessions: number;
  clicks_total: number;
  rage: number;
  dead: number;
  width: number;
}

/** Totals of a page's interactions, and their median viewport width in CSS pixels; zeros without interactions. */
export async function queryHeatmapTotals(
  store: Pick<EventStore, "query">,
  filter: InteractionFilter,
): Promise<Totals> {
  const sql = `
    SELECT ${[SESSIONS, CLICKS, RAGE, DEAD].join(", ")},
           quantileExact(0.5)(viewport_width) AS width
    FROM ${interactions(filter)}`;
  const [row] = await store.query<Row>(sql, interactionParams(filter));
  const { sessions, clicks_total, rage, dead, width } = row ?? NOTHING;
  const counts = { all: clicks_total, rage, dead };
  return { sessions, counts, viewportWidth: width };
}

const NOTHING: Row = { sessions: 0, clicks_total: 0, rage: 0, dead: 0, width: 0 };
