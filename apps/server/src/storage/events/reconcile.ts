import { type Milliseconds, ONE_DAY, ONE_HOUR, type Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import type { Drain } from "../spool/drain.ts";
import type { EventStore } from "./eventStore.ts";
import { recountPageViews, recountSessions } from "./rollups.ts";

interface ReconcileOptions {
  eventStore: Pick<EventStore, "query" | "command">;
  drain: Pick<Drain, "between">;
  now: () => Timestamp;
  log: Logger;
}

/** A spool knows message ids for a day; copies that came by two instances of the server lie closer together than this. */
const LOOKS_BACK: Milliseconds = ONE_DAY;
const INTERVAL: Milliseconds = ONE_HOUR;

/**
 * Rollups count what is inserted, the events table each message once. Where copies of a message came into the store by different
 * instances of the server the two differ; this counts such quarters of an hour again. @returns how many there were.
 */
export async function reconcile(options: Omit<ReconcileOptions, "log">): Promise<number> {
  const { eventStore, drain, now } = options;
  return drain.between(async () => {
    const quarters = await miscounted(eventStore, now() - LOOKS_BACK);
    await recountSessions(eventStore, quarters);
    await recountPageViews(eventStore, quarters);
    return quarters.length;
  });
}

/** {@link reconcile} every hour. @returns the cleanup. */
export function startReconciling({ log, ...options }: ReconcileOptions): () => void {
  const timer = setInterval(() => {
    reconcile(options).then(
      (quarters) =>
        quarters > 0 && log.info({ quarters }, "Figures were counted again: copies of messages had come in."),
      (error: unknown) =>
        log.warn({ err: error }, "Figures could not be compared with the events; tried again in an hour."),
    );
  }, INTERVAL);
  return () => clearInterval(timer);
}

/** Quarters of an hour, in seconds since the epoch, with other counts than their events have; of those that got events lately. */
async function miscounted(store: Pick<EventStore, "query">, since: Timestamp): Promise<number[]> {
  const quarter = "toStartOfFifteenMinutes(timestamp)";
  const touched = `SELECT DISTINCT ${quarter} FROM events WHERE received_at >= fromUnixTimestamp64Milli({since:Int64})`;
  const sql = `
    SELECT toUnixTimestamp(counted.quarter) AS quarter
    FROM (
      SELECT quarter, sum(views) AS views FROM page_views
      WHERE dimension = 'all' AND quarter IN (${touched}) GROUP BY quarter
    ) AS counted
    LEFT JOIN (
      SELECT ${quarter} AS quarter, count() AS views FROM events_unique
      WHERE type = 'page' AND bot = '' AND ${quarter} IN (${touched}) GROUP BY quarter
    ) AS present USING quarter
    WHERE counted.views != present.views`;
  const rows = await store.query<{ quarter: number }>(sql, { since });
  return rows.map(({ quarter }) => quarter);
}
