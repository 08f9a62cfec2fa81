import type { ClickCell, ClickKind } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { CLICKS, type InteractionFilter, interactionParams, interactions } from "./interactions.ts";

/** Cells along each side of an element: on one as wide as a wide window, a cell is narrower than a fingertip. */
const CELLS = 50;

type Row = Omit<ClickCell, "clicks"> & { clicks_total: number };

/** Clicks beside their element, as on a label's, count at its edge. */
const within = (column: string) => `greatest(0, least(1, toFloat64(${column})))`;

const CONDITIONS: Record<ClickKind, string> = {
  all: "",
  rage: " AND frustration = 'rage'",
  dead: " AND frustration = 'dead'",
};

/** Clicks of a kind whose element is known, each row once, as a table. Other clients than ours need not tell it. */
export function clicksOf(kind: ClickKind, filter: InteractionFilter): string {
  return `(SELECT * FROM ${interactions(filter)} WHERE type = 'click' AND selector != ''${CONDITIONS[kind]})`;
}

/** Clicks of a kind by element and place within it, the most clicked places first. */
export async function queryClickCells(
  store: Pick<EventStore, "query">,
  { kind, limit, ...filter }: InteractionFilter & { kind: ClickKind; limit: number },
): Promise<ClickCell[]> {
  const cell = (column: string) => `least(${CELLS - 1}, toUInt8(${within(column)} * ${CELLS}))`;
  const middle = (column: string) => `round(sum(${within(column)} * clicks) / sum(clicks), 4)`;
  const sql = `
    SELECT selector, ${middle("element_x")} AS x_middle, ${middle("element_y")} AS y_middle, ${CLICKS}
    FROM ${clicksOf(kind, filter)}
    GROUP BY selector, ${cell("element_x")}, ${cell("element_y")}
    ORDER BY clicks_total DESC, selector, x_middle, y_middle LIMIT {limit:UInt32}`;
  const rows = await store.query<Omit<Row, "x" | "y"> & { x_middle: number; y_middle: number }>(sql, {
    ...interactionParams(filter),
    limit,
  });
  return rows.map(({ selector, x_middle, y_middle, clicks_total }) => ({
    selector,
    x: x_middle,
    y: y_middle,
    clicks: clicks_total,
  }));
}
