import type { ScrollDepth } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { type InteractionFilter, interactionParams } from "./interactions.ts";
import { scrolledViews } from "./scrolledViews.ts";

interface Row {
  /** Whole hundredths of the page that were seen. */
  depth: number;
  views: number;
  heights: number;
}

/** What share of page views saw each hundredth of the page. */
export async function queryScrollDepth(
  store: Pick<EventStore, "query">,
  filter: InteractionFilter,
): Promise<ScrollDepth> {
  const sql = `
    SELECT toUInt8(floor(100 * view.depth + 0.001)) AS depth, toUInt32(count()) AS views,
           toFloat64(sum(viewport_height)) AS heights
    FROM ${scrolledViews(filter)} AS view GROUP BY depth ORDER BY depth`;
  return summarise(await store.query<Row>(sql, interactionParams(filter)));
}

function summarise(rows: readonly Row[]): ScrollDepth {
  const sumOf = (column: "views" | "heights", from = 0) =>
    rows.filter(({ depth }) => depth >= from).reduce((sum, row) => sum + row[column], 0);
  const views = sumOf("views");
  if (views === 0) return { views, reached: [], fold: 0 };
  const reached = Array.from({ length: 101 }, (_, depth) => sumOf("views", depth) / views);
  return { views, reached, fold: Math.round(sumOf("heights") / views) };
}
