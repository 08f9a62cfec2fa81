import type { ClickCell, ClickKind } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { CLICKS, type InteractionFilter, interactionParams, interactions } from "./interactions.ts";

/** Grid cells per side of an element: fine enough that a cell is narrower than a fingertip even on a full-width element. */
const CELLS = 50;

type Row = Omit<ClickCell, "clicks"> & { clicks_total: number };

/** Moves clicks outside their element, such as on its label, to its edge. */
const within = (column: string) => `greatest(0, least(1, toFloat64(${column})))`;

const CONDITIONS: Record<ClickKind, string> = {
  all: "",
  rage: " AND frustration = 'rage'",
  dead: " AND frustration = 'dead'",
};

/** Subquery of clicks of a kind whose element is known, each row once. Third-party clients may not report the element. */
export function clicksOf(kind: ClickKind, filter: InteractionFilter): string {
  return `(SELECT * FROM ${interactions(filter)} WHERE type = 'click' AND selector != ''${CONDITIONS[kind]})`;
}

/** Clicks of a kind by element and grid cell within it, the most clicked cells first. */
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
