import { type Milliseconds, ONE_DAY, type Timestamp } from "@marquee/contract";
import type { EventStore } from "./eventStore.ts";
import { insertSessions, nextVersion } from "./insertSessions.ts";
import { type Alone, deleteSessions, joinSessions, SESSION_KEY } from "./joinSessions.ts";
import { IS_COUNTABLE, IS_INSERTED_LATER, OLDEST_COMPLETE } from "./queries/reconciled.ts";
import { countSessions, IS_IN_SESSION, sessionsWith } from "./queries/sessions.ts";
import { textList, textListParam } from "./queries/sqlParts.ts";

type Store = Pick<EventStore, "command" | "query">;

interface RecountOptions {
  alone: Alone;
  /** Stops it between two parts, and stops waiting for the store. */
  signal?: AbortSignal | undefined;
}

/** Recounts the sessions of these visitors after some of their events were deleted. Block inserts while it runs. */
export async function rebuildVisitors(store: Store, visitors: readonly string[]): Promise<void> {
  const params = { visitors: textListParam(visitors), version: await nextVersion(store) };
  const isTheirs = `visitor_id IN ${textList("visitors")}`;
  await store.command(insertSessions(countSessions(isTheirs)), params);
  await store.command(`DELETE FROM sessions WHERE ${isTheirs} AND version < {version:UInt64}`, params);
}

/** Events by the time of their insertion, in milliseconds since the epoch; `until` is exclusive. */
export interface InsertedWindow {
  since: Timestamp;
  until: Timestamp;
}

const IS_IN_WINDOW = `inserted_at >= fromUnixTimestamp64Milli({since:Int64})
  AND inserted_at < fromUnixTimestamp64Milli({until:Int64})`;
const IS_INSERTED = `${IS_IN_WINDOW} AND ${IS_COUNTABLE}`;

/** Recounts every session with events in a window, and joins those that belong together. @returns the number of sessions. */
export async function recountWindow(
  store: Store,
  window: InsertedWindow,
  { alone, signal }: RecountOptions,
): Promise<number> {
  const version = await nextVersion(store);
  const days = await store.query<SessionDay>(
    `SELECT intDiv(session_id, ${ONE_DAY}) AS day, toUInt32(uniqExact(session_id)) AS sessions,
            toString(toUnixTimestamp64Milli(min(timestamp))) AS first, toString(toUnixTimestamp64Milli(max(timestamp))) AS last
     FROM events WHERE ${IS_IN_SESSION} AND ${IS_INSERTED} GROUP BY day ORDER BY day`,
    { ...window },
  );
  for (const day of days) await recountSessions(store, window, day, alone);
  await joinSessions(store, { days: days.map(({ day }) => Number(day)), version, alone, signal });
  return days.reduce((sum, { sessions }) => sum + sessions, 0);
}

const ANY_TIME: InsertedWindow = { since: 0, until: Date.UTC(2200) };

/** How many days back {@link recountMiscounted} looks for sessions. */
const CHECKED_DAYS = 35;

/**
 * Recounts the days whose sessions differ between the rollup and the events, latest first. This finds rows that became visible long after their insertion, as
 * on a replica that lags behind. Rows of assigned sessions without events, as an interrupted join can leave them, are deleted. A failure of one day does not
 * block others.
 * @returns the number of sessions that were miscounted, and why a day could not be compared.
 */
export async function recountMiscounted(
  store: Store,
  now: Timestamp,
  { alone, signal }: RecountOptions,
): Promise<{ sessions: number; failure: Error | null }> {
  const today = Math.floor(now / ONE_DAY);
  let sessions = 0;
  let failure: Error | null = null;
  for (let day = today; day >= today - CHECKED_DAYS && !signal?.aborted; day -= 1) {
    try {
      const version = await nextVersion(store);
      const miscounted = await queryMiscounted(store, day);
      if (!miscounted) continue;
      await recountSessions(store, ANY_TIME, miscounted, alone);
      if (miscounted.empty.length > 0) await alone(() => deleteSessions(store, miscounted.empty, version));
      await joinSessions(store, { days: [day], version, alone, signal });
      sessions += miscounted.sessions;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
  }
  return { sessions, failure };
}

/** Rows without events that are deleted at once; the rest of them the next night. Their keys are part of a URL. */
const MOST_EMPTY = 1000;

interface Miscounted extends SessionDay {
  /** {@link SESSION_KEY} of assigned sessions without events. */
  empty: string[];
}

/** Compares one day. Skips sessions with events that are counted later anyway, and those with expired events. */
async function queryMiscounted(store: Store, day: number): Promise<Miscounted | null> {
  const isOfDay = "session_id >= {from:UInt64} AND session_id < {to:UInt64}";
  // A session lasts for a day at most.
  const [start, end] = [
    `fromUnixTimestamp64Milli({from:Int64} - ${ONE_DAY})`,
    `fromUnixTimestamp64Milli({to:Int64} + ${ONE_DAY})`,
  ];
  const isOfTime = `timestamp >= ${start} AND timestamp < ${end}`;
  const hadEvents = `assigned = 1 AND started >= greatest(${OLDEST_COMPLETE}, ${start}) AND ended < ${end}`;
  const counted = countSessions(`${isOfDay} AND ${isOfTime} AND ${IS_COUNTABLE}`, [
    "events",
    "started",
    "ended",
  ]);
  const [row] = await store.query<Miscounted>(
    `SELECT toUInt32(count()) AS sessions, groupArrayIf(${MOST_EMPTY})(toString(${SESSION_KEY}), isEmpty) AS empty, {day:UInt32} AS day,
            toString(toUnixTimestamp64Milli(min(first))) AS first, toString(toUnixTimestamp64Milli(max(last))) AS last
     FROM (
       SELECT session_id, visitor_id, min(started) AS first, max(ended) AS last, max(isFromEvents) = 0 AND max(hadEvents) = 1 AS isEmpty
       FROM (
         SELECT session_id, visitor_id, events, started, ended, 1 AS isFromEvents, 0 AS hadEvents FROM (${counted})
         UNION ALL
         SELECT session_id, visitor_id, events, started, ended, 0, ${hadEvents} FROM sessions FINAL WHERE ${isOfDay}
       )
       WHERE session_id NOT IN (SELECT session_id FROM events WHERE ${IS_INSERTED_LATER} AND ${isOfDay})
       GROUP BY session_id, visitor_id
       HAVING isEmpty OR (max(isFromEvents) = 1 AND (count() = 1 OR uniqExact(events) > 1))
     )`,
    { day, from: day * ONE_DAY, to: (day + 1) * ONE_DAY },
  );
  return row && row.sessions > 0 ? row : null;
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
  alone: Alone,
): Promise<void> {
  const isOfDay = `session_id >= {from:UInt64} AND session_id < {to:UInt64}
    AND timestamp >= fromUnixTimestamp64Milli({first:Int64}) AND timestamp <= fromUnixTimestamp64Milli({last:Int64})`;
  const from = Number(day) * ONE_DAY;
  const sessions = sessionsWith({ isInserted: IS_IN_WINDOW, isGiven: `${IS_COUNTABLE} AND ${isOfDay}` });
  await alone(async () => {
    const version = await nextVersion(store);
    const params = { ...window, from, to: from + ONE_DAY, first, last, version };
    await store.command(insertSessions(sessions), params);
  });
}

/** How long a window may be. Bounds the work that is repeated after an interruption. */
const LONGEST_WINDOW: Milliseconds = ONE_DAY;

/** Events inserted this long before a wrong mark was found are recounted. */
const STEP_BACK: Milliseconds = ONE_DAY;

/**
 * Moves the reconciliation mark back if it is later than the store's clock, which was ahead when it was set or has been set back since. Otherwise, rows
 * inserted meanwhile would never be counted.
 * @returns how far it was ahead; null if it was not.
 */
export async function correctMark(store: Store): Promise<Milliseconds | null> {
  const [row] = await store.query<{ until: string; now: string }>(
    `SELECT toString(toUnixTimestamp64Milli(max(until))) AS until, toString(toUnixTimestamp64Milli(now64(3))) AS now
     FROM reconciled`,
  );
  const [until, now] = [Number(row?.until), Number(row?.now)];
  if (!(until > now)) return null;
  // Rows of the table are merged to the latest mark, so it has to be emptied. Without a mark, everything is counted from the events: slower, but
  // correct.
  await store.command("TRUNCATE TABLE reconciled");
  await finishWindow(store, { until: now - STEP_BACK });
  return until - now;
}

/**
 * The first window with events that the rollup does not contain; null if there is none.
 * @param margin rows inserted within this time may not be visible yet; they are left for later.
 * @param serverTime the window ends before it as well: the store's clock may be ahead.
 * @returns `isLast` if it contains every event until now, except those of the margin.
 */
export async function nextWindow(
  store: Pick<EventStore, "query">,
  margin: Milliseconds,
  serverTime: Timestamp,
): Promise<(InsertedWindow & { isLast: boolean }) | null> {
  const [row] = await store.query<{ now: string; first: string; rows: string }>(
    `SELECT toString(toUnixTimestamp64Milli(now64(3))) AS now, toString(count()) AS rows,
            toString(toUnixTimestamp64Milli(min(inserted_at))) AS first
     FROM events WHERE inserted_at >= (SELECT max(until) FROM reconciled)`,
  );
  const since = Number(row?.first);
  const visible = Math.min(Number(row?.now), serverTime) - margin;
  const until = Math.min(visible, since + LONGEST_WINDOW);
  return !row || row.rows === "0" || since >= until ? null : { since, until, isLast: until === visible };
}

/** The age of the oldest event missing from the rollup, since its insertion; 0 without any. */
export async function queryLag(store: Pick<EventStore, "query">): Promise<Milliseconds> {
  const [row] = await store.query<{ lag: string }>(
    `SELECT toString(if(count() = 0, 0, toUnixTimestamp64Milli(now64(3)) - toUnixTimestamp64Milli(min(inserted_at)))) AS lag
     FROM events WHERE ${IS_INSERTED_LATER}`,
  );
  return Math.max(0, Number(row?.lag));
}

/** Marks a window as reconciled, after it was recounted. */
export async function finishWindow(store: Store, { until }: Pick<InsertedWindow, "until">): Promise<void> {
  await store.command("INSERT INTO reconciled SELECT fromUnixTimestamp64Milli({until:Int64})", { until });
}
