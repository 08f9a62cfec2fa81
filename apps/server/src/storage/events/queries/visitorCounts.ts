import type { EventStore } from "../eventStore.ts";
import { textList, textListParam } from "./textList.ts";

/** How many sessions these visitors had. */
export function countSessions(
  store: Pick<EventStore, "query">,
  visitors: readonly string[],
): Promise<number> {
  return countOf(store, "uniqExact(session_id, visitor_id)", "sessions", visitors);
}

/** How many refused events of these visitors are kept. */
export function countRejected(
  store: Pick<EventStore, "query">,
  visitors: readonly string[],
): Promise<number> {
  return countOf(store, "count()", "rejected_events", visitors);
}

async function countOf(
  store: Pick<EventStore, "query">,
  figure: string,
  table: "sessions" | "rejected_events",
  visitors: readonly string[],
): Promise<number> {
  const sql = `SELECT toUInt32(${figure}) AS n FROM ${table} WHERE visitor_id IN ${textList("visitors")}`;
  const [row] = await store.query<{ n: number }>(sql, { visitors: textListParam(visitors) });
  return row?.n ?? 0;
}
