import { randomUUID } from "node:crypto";
import type { EventStore } from "./eventStore.ts";
import { PAGE_VIEWS_OF, SESSIONS_OF } from "./migrations/003-rollups.ts";

/** Which quarters of an hour events that meet `condition` lie in, in seconds since the epoch. */
export async function quartersOf(
  store: Pick<EventStore, "query">,
  condition: string,
  params: Record<string, unknown>,
): Promise<number[]> {
  const rows = await store.query<{ quarter: number }>(
    `SELECT DISTINCT toUnixTimestamp(toStartOfFifteenMinutes(timestamp)) AS quarter FROM events WHERE ${condition}`,
    params,
  );
  return rows.map(({ quarter }) => quarter);
}

/**
 * Counts page views of these quarters again, after events were deleted from them. Nothing may be inserted meanwhile: it would be
 * counted twice.
 */
export async function recountPageViews(
  store: Pick<EventStore, "command">,
  quarters: readonly number[],
): Promise<void> {
  if (quarters.length === 0) return;
  const params = { quarters };
  await store.command(
    "DELETE FROM page_views WHERE toUnixTimestamp(quarter) IN {quarters:Array(UInt32)}",
    params,
  );
  await store.command(
    insertInto("page_views", PAGE_VIEWS_OF(`(SELECT * FROM events_unique WHERE ${IN_QUARTERS})`)),
    params,
  );
}

/** Counts again the sessions that had events in these quarters. Nothing may be inserted meanwhile. */
export async function recountSessions(
  store: Pick<EventStore, "command">,
  quarters: readonly number[],
): Promise<void> {
  if (quarters.length === 0) return;
  const params = { quarters };
  const concerned = `(session_id, visitor_id) IN (SELECT session_id, visitor_id FROM events WHERE ${IN_QUARTERS})`;
  await store.command(`DELETE FROM sessions WHERE ${concerned}`, params);
  await store.command(
    insertInto("sessions", SESSIONS_OF(`(SELECT * FROM events_unique WHERE ${concerned})`)),
    params,
  );
}

const IN_QUARTERS = "toUnixTimestamp(toStartOfFifteenMinutes(timestamp)) IN {quarters:Array(UInt32)}";

/** With a token of its own: the same counts may have been there before, and would be taken for sent again. */
function insertInto(table: string, select: string): string {
  return `INSERT INTO ${table} SETTINGS insert_deduplication_token = '${randomUUID()}' ${select}`;
}
