import type { ScrollDepth } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { DEPTH, IS_VIEW } from "../../questions/queries/scrollRecords.ts";
import { type InteractionFilter, interactionParams, interactions } from "./interactions.ts";

interface Row {
  /** How much of the page was seen, in whole percent. */
  depth: number;
  views: number;
  heights: number;
}

/** Share of page views that reached each percent of the page. */
export async function queryScrollDepth(
  store: Pick<EventStore, "query">,
  filter: InteractionFilter,
): Promise<ScrollDepth> {
  const sql = `
    SELECT toUInt8(floor(100 * view.depth + 0.001)) AS depth, toUInt32(count()) AS views,
           toFloat64(sum(viewport_height)) AS heights
    FROM ${scrolledViews(filter)} AS view GROUP BY depth ORDER BY depth`;
  return summarize(await store.query<Row>(sql, interactionParams(filter)));
}

function summarize(rows: readonly Row[]): ScrollDepth {
  const sumOf = (column: "views" | "heights", from = 0) =>
    rows.filter(({ depth }) => depth >= from).reduce((sum, row) => sum + row[column], 0);
  const views = sumOf("views");
  if (views === 0) return { views, reached: [], fold: 0 };
  const reached = Array.from({ length: 101 }, (_, depth) => sumOf("views", depth) / views);
  return { views, reached, fold: Math.round(sumOf("heights") / views) };
}

/**
 * Subquery of page views with scroll records, each once, with `path`, `depth` (0 to 1) and `viewport_height`. Groups records by timestamp,
 * because a page sends one each time it is hidden, all with the time it was opened. Needs the parameters of `interactionParams`.
 */
export function scrolledViews(filter: InteractionFilter): string {
  return `(
    SELECT path, max(${DEPTH}) AS depth, argMax(viewport_height, ${DEPTH}) AS viewport_height
    FROM ${interactions(filter)} AS record WHERE ${IS_VIEW}
    GROUP BY session_id, visitor_id, path, timestamp)`;
}
