import { type Milliseconds, ONE_DAY, ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { EventStore } from "./eventStore.ts";
import { countAllPageViews, IS_PAGE_VIEW, QUARTER } from "./queries/pageViews.ts";
import { IS_COUNTABLE } from "./queries/reconciled.ts";
import { countSessions, IS_IN_SESSION, SESSION_COLUMNS, sessionsWith } from "./queries/sessions.ts";
import { textList, textListParam } from "./queries/sqlParts.ts";

type Store = Pick<EventStore, "command" | "query">;

/** Runs one part of a recount while no events are inserted. */
type Alone = (recount: () => Promise<void>) => Promise<void>;

const atOnce: Alone = (recount) => recount();

/** Maximum quarters per statement that reads or deletes. A visitor's events can span two years, and the size of a statement is limited. */
const MAX_QUARTERS = 2000;

/** The quarter hours that contain events matching `condition`, in seconds since the epoch. */
export async function quarterHoursOf(
  store: Pick<EventStore, "query">,
  condition: string,
  params: Record<string, unknown>,
): Promise<number[]> {
  const rows = await store.query<{ quarter: number }>(
    `SELECT DISTINCT toUnixTimestamp(${QUARTER}) AS quarter FROM events WHERE ${condition}`,
    params,
  );
  return rows.map(({ quarter }) => quarter);
}

/**
 * A version for recounted rows, from the store's clock. Take it before reading: then rows of a later version contain everything that was
 * stored before it. The last digits are random, so that two instances never use the same.
 */
async function nextVersion(store: Pick<EventStore, "query">): Promise<string> {
  const [row] = await store.query<{ version: string }>(
    "SELECT toString(toUnixTimestamp64Micro(now64(6)) * 1000 + rand() % 1000) AS version",
  );
  if (!row) throw new Error("The event store returns no time.");
  return row.version;
}

/**
 * Recounts the page views of these quarters, after events in them were deleted. Skips quarters whose events have expired, because page views are kept longer.
 * @param quarters seconds since the epoch.
 * @param alone runs each part while no events are inserted. Omit it if the caller already blocks inserts.
 */
export async function rebuildPageViews(
  store: Store,
  quarters: readonly number[],
  alone: Alone = atOnce,
): Promise<void> {
  const countable = await countableOf(store, quarters);
  if (countable.length === 0) return;
  const version = await nextVersion(store);
  await countQuarters(store, countable, alone);
  // Values that nobody has any more can be of the person whose events were deleted.
  for (const part of partsOf(countable))
    await store.command(
      "DELETE FROM page_views WHERE toUnixTimestamp(quarter) IN {quarters:Array(UInt32)} AND version < {version:UInt64}",
      { quarters: part, version },
    );
}

async function countableOf(store: Store, quarters: readonly number[]): Promise<number[]> {
  const rows = await Promise.all(
    partsOf(quarters).map((part) =>
      store.query<{ quarter: number }>(
        `SELECT toUnixTimestamp(timestamp) AS quarter
         FROM (SELECT toDateTime(arrayJoin({quarters:Array(UInt32)}), 'UTC') AS timestamp) WHERE ${IS_COUNTABLE}`,
        { quarters: part },
      ),
    ),
  );
  return rows.flat().map(({ quarter }) => quarter);
}

function partsOf(quarters: readonly number[]): number[][] {
  const parts: number[][] = [];
  for (let at = 0; at < quarters.length; at += MAX_QUARTERS)
    parts.push(quarters.slice(at, at + MAX_QUARTERS));
  return parts;
}

/**
 * Counts the page views of quarters again and replaces their rows. The quarters of a day are inserted as one block, so that readers see all rows of a
 * quarter or none. Each quarter gets a row without a value, even if it has no page view.
 * @param quarters seconds since the epoch.
 */
async function countQuarters(store: Store, quarters: readonly number[], alone: Alone): Promise<void> {
  for (const [day, ofDay] of groupByDay(quarters)) {
    await alone(async () => {
      const params = { day, quarters: ofDay, version: await nextVersion(store) };
      await store.command(
        `INSERT INTO page_views (dimension, quarter, value, audience, visitors, views, version)
         SELECT *, {version:UInt64} FROM (${COUNTS} UNION ALL ${EMPTY_QUARTERS}) ${AS_ONE_BLOCK}`,
        params,
      );
    });
  }
}

const IN_QUARTERS = `timestamp >= toDateTime({day:UInt32}) AND timestamp < toDateTime({day:UInt32}) + INTERVAL 1 DAY
  AND toUnixTimestamp(${QUARTER}) IN {quarters:Array(UInt32)}`;
const COUNTS = countAllPageViews(IN_QUARTERS);
const EMPTY_QUARTERS = `
  SELECT 'all', toDateTime(arrayJoin({quarters:Array(UInt32)}), 'UTC'), '', '', arrayReduce('uniqExactState', emptyArrayString()), 0`;
const AS_ONE_BLOCK = `
  SETTINGS max_insert_threads = 1, min_insert_block_size_rows = 1000000000, min_insert_block_size_bytes = 0`;

function groupByDay(quarters: readonly number[]): Map<number, number[]> {
  const days = new Map<number, number[]>();
  for (const quarter of quarters) {
    const day = quarter - (quarter % (ONE_DAY / ONE_SECOND));
    days.set(day, [...(days.get(day) ?? []), quarter]);
  }
  return days;
}

/** Recounts the sessions of these visitors after some of their events were deleted. Block inserts while it runs. */
export async function rebuildVisitors(store: Store, visitors: readonly string[]): Promise<void> {
  const params = { visitors: textListParam(visitors), version: await nextVersion(store) };
  const isTheirs = `visitor_id IN ${textList("visitors")}`;
  await store.command(insertSessions(countSessions(isTheirs)), params);
  await store.command(`DELETE FROM sessions WHERE ${isTheirs} AND version < {version:UInt64}`, params);
}

const insertSessions = (sessions: string) => `
  INSERT INTO sessions (${SESSION_COLUMNS}, version) SELECT ${SESSION_COLUMNS}, {version:UInt64} FROM (${sessions})`;

/** Events by the time of their insertion, in milliseconds since the epoch; `until` is exclusive. */
export interface InsertedWindow {
  since: Timestamp;
  until: Timestamp;
}

const IS_IN_WINDOW = `inserted_at >= fromUnixTimestamp64Milli({since:Int64})
  AND inserted_at < fromUnixTimestamp64Milli({until:Int64})`;
const IS_INSERTED = `${IS_IN_WINDOW} AND ${IS_COUNTABLE}`;

/** Recounts every quarter hour and session with events in a window. @returns the number of quarters and sessions. */
export async function recountWindow(
  store: Store,
  window: InsertedWindow,
  alone: Alone,
): Promise<{ quarters: number; sessions: number }> {
  const params = { ...window };
  const quarters = await quarterHoursOf(store, `${IS_PAGE_VIEW} AND ${IS_INSERTED}`, params);
  await countQuarters(store, quarters, alone);
  const days = await store.query<SessionDay>(
    `SELECT intDiv(session_id, ${ONE_DAY}) AS day, toUInt32(uniqExact(session_id)) AS sessions,
            toString(toUnixTimestamp64Milli(min(timestamp))) AS first, toString(toUnixTimestamp64Milli(max(timestamp))) AS last
     FROM events WHERE ${IS_IN_SESSION} AND ${IS_INSERTED} GROUP BY day ORDER BY day`,
    params,
  );
  for (const day of days) await alone(() => recountSessions(store, window, day));
  return { quarters: quarters.length, sessions: days.reduce((sum, { sessions }) => sum + sessions, 0) };
}

/** New events of sessions that started on one day. */
interface SessionDay {
  /** In days since the epoch. */
  day: number | string;
  sessions: number;
  /** Times of the first and the last event, in milliseconds since the epoch. */
  first: string;
  last: string;
}

async function recountSessions(
  store: Store,
  window: InsertedWindow,
  { day, first, last }: SessionDay,
): Promise<void> {
  const isOfDay = `session_id >= {from:UInt64} AND session_id < {to:UInt64}
    AND timestamp >= fromUnixTimestamp64Milli({first:Int64}) AND timestamp <= fromUnixTimestamp64Milli({last:Int64})`;
  const from = Number(day) * ONE_DAY;
  const params = { ...window, from, to: from + ONE_DAY, first, last, version: await nextVersion(store) };
  const sessions = sessionsWith({ isInserted: IS_IN_WINDOW, isGiven: `${IS_COUNTABLE} AND ${isOfDay}` });
  await store.command(insertSessions(sessions.sql), params);
}

/** How long a window may be. Bounds the work that is repeated after an interruption. */
const LONGEST_WINDOW: Milliseconds = ONE_DAY;

/**
 * The first window with events that rollups do not contain; null if there is none.
 * @param margin rows inserted within this time may not be visible yet; they are left for later.
 */
export async function nextWindow(
  store: Pick<EventStore, "query">,
  margin: Milliseconds,
): Promise<InsertedWindow | null> {
  const [row] = await store.query<{ now: string; first: string; rows: string }>(
    `SELECT toString(toUnixTimestamp64Milli(now64(3))) AS now, toString(count()) AS rows,
            toString(toUnixTimestamp64Milli(min(inserted_at))) AS first
     FROM events WHERE inserted_at >= (SELECT max(until) FROM reconciled)`,
  );
  const since = Number(row?.first);
  const until = Math.min(Number(row?.now) - margin, since + LONGEST_WINDOW);
  return !row || row.rows === "0" || since >= until ? null : { since, until };
}

/** Marks a window as reconciled, after it was recounted. */
export async function finishWindow(store: Store, { until }: InsertedWindow): Promise<void> {
  await store.command("INSERT INTO reconciled SELECT fromUnixTimestamp64Milli({until:Int64})", { until });
}
