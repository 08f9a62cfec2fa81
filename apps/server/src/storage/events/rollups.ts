import { randomUUID } from "node:crypto";
import type { EventStore } from "./eventStore.ts";
import { pageViewsRollup, sessionsRollup } from "./migrations/003-rollups.ts";
import { textList, textListParam } from "./queries/sqlParts.ts";

/** Which quarters of an hour events that meet `condition` lie in, in seconds since the epoch. */
export async function quarterHoursOf(
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

/** Anybody can send events of two years; each of their quarters adds to the size of a statement, which is bounded. */
const MAX_QUARTERS = 2000;

/**
 * Counts page views of these quarters again, after events were deleted from them. Quarters whose events have expired stay as they are: page views
 * are kept for longer, and an event dated back to then would take everybody's counts along. Nothing may be inserted meanwhile: it would be
 * counted twice.
 * @param alone runs each part while nothing is inserted; callers that hold inserts back themselves leave it out.
 */
export async function rebuildPageViews(
  store: Pick<EventStore, "command" | "query">,
  quarters: readonly number[],
  alone: (recount: () => Promise<void>) => Promise<void> = (recount) => recount(),
): Promise<void> {
  if (quarters.length === 0) return;
  const oldest = await oldestComplete(store);
  const countable = quarters.filter((quarter) => quarter >= oldest);
  for (let at = 0; at < countable.length; at += MAX_QUARTERS) {
    const params = { quarters: countable.slice(at, at + MAX_QUARTERS) };
    await alone(async () => {
      await store.command(
        "DELETE FROM page_views WHERE toUnixTimestamp(quarter) IN {quarters:Array(UInt32)}",
        params,
      );
      await store.command(
        insertInto("page_views", pageViewsRollup(`(SELECT * FROM events_unique WHERE ${IN_QUARTERS})`)),
        params,
      );
    });
  }
}

/** @returns seconds since the epoch from which on all events are there; a day is left to clocks that were wrong. */
async function oldestComplete(store: Pick<EventStore, "query">): Promise<number> {
  const [row] = await store.query<{ oldest: number }>(
    `SELECT toUnixTimestamp(now() - toIntervalDay(toUInt32(days) - 1)) AS oldest
     FROM (SELECT extract(engine_full, 'toIntervalDay\\((\\d+)\\)') AS days FROM system.tables
           WHERE database = currentDatabase() AND name = 'events')
     WHERE days != ''`,
  );
  return row?.oldest ?? 0;
}

/** Counts again the sessions that had events in these quarters. Nothing may be inserted meanwhile. */
export async function rebuildSessions(
  store: Pick<EventStore, "command">,
  quarters: readonly number[],
): Promise<void> {
  if (quarters.length === 0) return;
  const params = { quarters };
  const concerned = `(session_id, visitor_id) IN (SELECT session_id, visitor_id FROM events WHERE ${IN_QUARTERS})`;
  await store.command(`DELETE FROM sessions WHERE ${concerned}`, params);
  await store.command(
    insertInto("sessions", sessionsRollup(`(SELECT * FROM events_unique WHERE ${concerned})`)),
    params,
  );
}

/** Counts again the sessions of these visitors, after events of theirs were deleted. Nothing may be inserted meanwhile. */
export async function rebuildVisitors(
  store: Pick<EventStore, "command">,
  visitors: readonly string[],
): Promise<void> {
  const params = { visitors: textListParam(visitors) };
  const concerned = `visitor_id IN ${textList("visitors")}`;
  await store.command(`DELETE FROM sessions WHERE ${concerned}`, params);
  await store.command(
    insertInto("sessions", sessionsRollup(`(SELECT * FROM events_unique WHERE ${concerned})`)),
    params,
  );
}

const IN_QUARTERS = "toUnixTimestamp(toStartOfFifteenMinutes(timestamp)) IN {quarters:Array(UInt32)}";

/**
 * With a separate token: the same counts may have been inserted before and would be dropped as duplicates.
 */
function insertInto(table: string, select: string): string {
  return `INSERT INTO ${table} SETTINGS insert_deduplication_token = '${randomUUID()}' ${select}`;
}
