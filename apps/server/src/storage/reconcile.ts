import { type Milliseconds, ONE_DAY, ONE_HOUR, type Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import type { EventStore } from "./events/eventStore.ts";
import { rebuildPageViews, rebuildSessions } from "./events/rollups.ts";
import type { DrainControl } from "./spool/drain.ts";

interface ReconcileOptions {
  eventStore: Pick<EventStore, "query" | "command">;
  drain: Pick<DrainControl, "between">;
  now: () => Timestamp;
  log: Logger;
}

/** A spool remembers message IDs for a day; duplicates that arrive through two server instances are closer together than that. */
const LOOKBACK: Milliseconds = ONE_DAY;
const INTERVAL: Milliseconds = ONE_HOUR;

/**
 * Rebuilds the rollups of each quarter hour in which they differ from the events. Rollups count every inserted row, the events table
 * each message once, so they differ when several server instances stored the same message. @returns the number of rebuilt quarters.
 */
export async function reconcile(options: Omit<ReconcileOptions, "log">): Promise<number> {
  const { eventStore, drain, now } = options;
  return drain.between(async () => {
    const since = now() - LOOKBACK;
    const [ofViews, ofSessions] = await Promise.all([
      quartersOfMiscountedViews(eventStore, since),
      quartersOfMiscountedSessions(eventStore, since),
    ]);
    const quarters = [...new Set([...ofViews, ...ofSessions])];
    await rebuildSessions(eventStore, quarters);
    await rebuildPageViews(eventStore, quarters);
    return quarters.length;
  });
}

/** Runs {@link reconcile} every hour. @returns a function that stops it. */
export function startReconciling({ log, ...options }: ReconcileOptions): () => void {
  const timer = setInterval(() => {
    reconcile(options).then(
      (quarters) => quarters > 0 && log.info({ quarters }, "Rebuilt rollups after duplicate messages."),
      (error: unknown) =>
        log.warn({ err: error }, "Failed to compare rollups with events; retrying in an hour."),
    );
  }, INTERVAL);
  return () => clearInterval(timer);
}

const QUARTER = "toStartOfFifteenMinutes(timestamp)";
const RECENTLY_RECEIVED = "received_at >= fromUnixTimestamp64Milli({since:Int64})";

/** Quarter hours with recent events whose page view rollup differs from their events, in seconds since the epoch. */
function quartersOfMiscountedViews(store: Pick<EventStore, "query">, since: Timestamp): Promise<number[]> {
  const touched = `SELECT DISTINCT ${QUARTER} FROM events WHERE ${RECENTLY_RECEIVED}`;
  const sql = `
    SELECT toUnixTimestamp(counted.quarter) AS quarter
    FROM (
      SELECT quarter, sum(views) AS views FROM page_views
      WHERE dimension = 'all' AND quarter IN (${touched}) GROUP BY quarter
    ) AS counted
    LEFT JOIN (
      SELECT ${QUARTER} AS quarter, count() AS views FROM events_unique
      WHERE type = 'page' AND bot = '' AND ${QUARTER} IN (${touched}) GROUP BY quarter
    ) AS present USING quarter
    WHERE counted.views != present.views`;
  return readQuarters(store, sql, since);
}

/** Quarter hours in which sessions with recent events and wrong counts start, in seconds since the epoch. */
function quartersOfMiscountedSessions(store: Pick<EventStore, "query">, since: Timestamp): Promise<number[]> {
  const touched = `(session_id, visitor_id) IN (
    SELECT session_id, visitor_id FROM events WHERE session_id > 0 AND bot = '' AND ${RECENTLY_RECEIVED})`;
  const sql = `
    SELECT DISTINCT toUnixTimestamp(present.quarter) AS quarter
    FROM (
      SELECT session_id, visitor_id, min(${QUARTER}) AS quarter, countIf(type = 'page') AS views, count() AS events
      FROM events_unique WHERE session_id > 0 AND bot = '' AND ${touched} GROUP BY session_id, visitor_id
    ) AS present
    LEFT JOIN (
      SELECT session_id, visitor_id, sum(sessions.views) AS views, sum(sessions.events) AS events
      FROM sessions WHERE ${touched} GROUP BY session_id, visitor_id
    ) AS counted USING (session_id, visitor_id)
    WHERE (present.views, present.events) != (counted.views, counted.events)`;
  return readQuarters(store, sql, since);
}

async function readQuarters(
  store: Pick<EventStore, "query">,
  sql: string,
  since: Timestamp,
): Promise<number[]> {
  const rows = await store.query<{ quarter: number }>(sql, { since });
  return rows.map(({ quarter }) => quarter);
}
