import { type Milliseconds, ONE_DAY, type Timestamp } from "@marquee/contract";
import type { EventStore } from "./eventStore.ts";
import { IS_COUNTABLE } from "./queries/reconciled.ts";
import { countSessions, IS_IN_SESSION, SESSION_COLUMNS, sessionsWith } from "./queries/sessions.ts";
import { textList, textListParam } from "./queries/sqlParts.ts";

type Store = Pick<EventStore, "command" | "query">;

/** Runs one part of a recount while no events are inserted. */
type Alone = (recount: () => Promise<void>) => Promise<void>;

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

/** Recounts the sessions of these visitors after some of their events were deleted. Block inserts while it runs. */
export async function rebuildVisitors(store: Store, visitors: readonly string[]): Promise<void> {
  const params = { visitors: textListParam(visitors), version: await nextVersion(store) };
  const isTheirs = `visitor_id IN ${textList("visitors")}`;
  await store.command(insertSessions(countSessions(isTheirs)), params);
  await store.command(`DELETE FROM sessions WHERE ${isTheirs} AND version < {version:UInt64}`, params);
}

/**
 * Runs on one thread. Nobody waits for it, events arrive meanwhile, and each thread has blocks of all columns of all parts in memory: a second one takes
 * 130 MB for 5 million events.
 */
const insertSessions = (sessions: string) => `
  INSERT INTO sessions (${SESSION_COLUMNS}, version) SELECT ${SESSION_COLUMNS}, {version:UInt64} FROM (${sessions})
  SETTINGS max_threads = 1`;

/** Events by the time of their insertion, in milliseconds since the epoch; `until` is exclusive. */
export interface InsertedWindow {
  since: Timestamp;
  until: Timestamp;
}

const IS_IN_WINDOW = `inserted_at >= fromUnixTimestamp64Milli({since:Int64})
  AND inserted_at < fromUnixTimestamp64Milli({until:Int64})`;
const IS_INSERTED = `${IS_IN_WINDOW} AND ${IS_COUNTABLE}`;

/** Recounts every session with events in a window. @returns the number of sessions. */
export async function recountWindow(store: Store, window: InsertedWindow, alone: Alone): Promise<number> {
  const days = await store.query<SessionDay>(
    `SELECT intDiv(session_id, ${ONE_DAY}) AS day, toUInt32(uniqExact(session_id)) AS sessions,
            toString(toUnixTimestamp64Milli(min(timestamp))) AS first, toString(toUnixTimestamp64Milli(max(timestamp))) AS last
     FROM events WHERE ${IS_IN_SESSION} AND ${IS_INSERTED} GROUP BY day ORDER BY day`,
    { ...window },
  );
  for (const day of days) await alone(() => recountSessions(store, window, day));
  return days.reduce((sum, { sessions }) => sum + sessions, 0);
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
  await store.command(insertSessions(sessions), params);
}

/** How long a window may be. Bounds the work that is repeated after an interruption. */
const LONGEST_WINDOW: Milliseconds = ONE_DAY;

/**
 * The first window with events that the rollup does not contain; null if there is none.
 * @param margin rows inserted within this time may not be visible yet; they are left for later.
 * @returns `isLast` if it contains every event until now, except those of the margin.
 */
export async function nextWindow(
  store: Pick<EventStore, "query">,
  margin: Milliseconds,
): Promise<(InsertedWindow & { isLast: boolean }) | null> {
  const [row] = await store.query<{ now: string; first: string; rows: string }>(
    `SELECT toString(toUnixTimestamp64Milli(now64(3))) AS now, toString(count()) AS rows,
            toString(toUnixTimestamp64Milli(min(inserted_at))) AS first
     FROM events WHERE inserted_at >= (SELECT max(until) FROM reconciled)`,
  );
  const since = Number(row?.first);
  const visible = Number(row?.now) - margin;
  const until = Math.min(visible, since + LONGEST_WINDOW);
  return !row || row.rows === "0" || since >= until ? null : { since, until, isLast: until === visible };
}

/** Marks a window as reconciled, after it was recounted. */
export async function finishWindow(store: Store, { until }: InsertedWindow): Promise<void> {
  await store.command("INSERT INTO reconciled SELECT fromUnixTimestamp64Milli({until:Int64})", { until });
}
