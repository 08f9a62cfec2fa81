import { randomUUID } from "node:crypto";
import type { EventStore } from "./eventStore.ts";
import { pageViewsRollup, sessionsRollup } from "./migrations/003-rollups.ts";
import { textList, textListParam } from "./queries/sqlParts.ts";

/** The quarter hours that contain events matching `condition`, in seconds since the epoch. */
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

/** Maximum quarters per statement. A visitor's events can span two years, and the size of a statement is limited. */
const MAX_QUARTERS = 2000;

/**
 * Recounts the page views of these quarters, after events in them were deleted. Skips quarters whose events have expired: page views are
 * kept longer, and a single backdated event would otherwise wipe the counts of all visitors. Events inserted at the same time would be
 * counted twice.
 * @param quarters seconds since the epoch.
 * @param alone runs each part while no events are inserted. Omit it if the caller already blocks inserts.
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

/** @returns seconds since the epoch; no event after this has expired. Leaves a day of margin for wrong clocks; 0 without retention. */
async function oldestComplete(store: Pick<EventStore, "query">): Promise<number> {
  const [row] = await store.query<{ oldest: number }>(
    `SELECT toUnixTimestamp(now() - toIntervalDay(toUInt32(days) - 1)) AS oldest
     FROM (SELECT extract(engine_full, 'toIntervalDay\\((\\d+)\\)') AS days FROM system.tables
           WHERE database = currentDatabase() AND name = 'events')
     WHERE days != ''`,
  );
  return row?.oldest ?? 0;
}

/** Recounts the sessions with events in these quarters (seconds since the epoch). Block inserts while it runs. */
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

/** Recounts the sessions of these visitors after some of their events were deleted. Block inserts while it runs. */
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
 * Builds an insert with a random deduplication token, because the store would drop counts equal to earlier ones as duplicates.
 */
function insertInto(table: string, select: string): string {
  return `INSERT INTO ${table} SETTINGS insert_deduplication_token = '${randomUUID()}' ${select}`;
}
