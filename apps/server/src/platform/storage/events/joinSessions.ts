import { type Milliseconds, ONE_DAY, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { EventStore } from "./eventStore.ts";
import { insertSessions, nextVersion } from "./insertSessions.ts";
import { mutate } from "./mutate.ts";
import { OLDEST_COMPLETE } from "./queries/reconciled.ts";
import { countSessions } from "./queries/sessions.ts";

/** A session ends after this long without an event (specification, section 9; the unit is decided in design.md). */
export const LONGEST_GAP: Milliseconds = 30 * ONE_MINUTE;
/** Maximum distance between the IDs of compared sessions. */
const LONGEST_DISTANCE: Milliseconds = 7 * ONE_DAY;
/**
 * Sessions that one mutation changes: each mutation takes half a second, and its parameters are part of a URL of at most 1 MiB. Each session takes up to
 * 46 bytes.
 */
const MOST_MOVED = 2000;

/** Sessions that were just counted: those of some days, in days since the epoch, with this version or a later one. */
interface CountedSessions {
  days: readonly number[];
  version: string;
}

/** Runs a recount while no events are inserted. */
export type Alone = (recount: () => Promise<void>) => Promise<void>;

interface JoinOptions extends CountedSessions {
  alone: Alone;
  /** Ends the wait for the store. The rest is joined when the sessions are recounted. */
  signal?: AbortSignal | undefined;
  mostMoved?: number;
}

/** IDs of sessions in milliseconds since the epoch; `to` is exclusive. */
interface Span {
  from: Timestamp;
  to: Timestamp;
}

/** A session that becomes part of another one of the same visitor. */
interface Move {
  /** {@link SESSION_KEY} of the session, and its ID. */
  key: string;
  id: string;
  /** Key of the session that is kept. */
  keptKey: string;
  keptId: string;
}

/** Of a visitor's session. Statements that change rows stay on disk for a while, so they have no visitor ID. */
export const SESSION_KEY = "cityHash64(visitor_id, session_id)";
const isOneOf = (keys: string) => `${SESSION_KEY} IN JSONExtract({${keys}:String}, 'Array(UInt64)')`;
const IS_BETWEEN =
  "timestamp >= fromUnixTimestamp64Milli({first:Int64}) AND timestamp <= fromUnixTimestamp64Milli({last:Int64})";

/**
 * Joins sessions that the server assigned and without a long gap in between: those connected by a late event, or whose events arrived at
 * several instances, or before and after a restart. The joined session has the lowest of their IDs. Repeating it after an interruption
 * completes it, because the rollup has both sessions until the end; so a group may also be joined in several steps.
 */
export async function joinSessions(
  store: Pick<EventStore, "query" | "command">,
  { days, version, alone, signal, mostMoved = MOST_MOVED }: JoinOptions,
): Promise<void> {
  for (const span of spansOf(days)) {
    for (let after: Move | undefined, isLast = false; !isLast; ) {
      signal?.throwIfAborted();
      const moves = await queryMoves(store, { ...span, version, after, most: mostMoved });
      if (moves.length > 0) await join(store, moves, { alone, signal });
      isLast = moves.length < mostMoved;
      after = moves.at(-1);
    }
  }
}

/** Merges days whose sessions may be compared with each other into one span, so that no session is in two. */
function spansOf(days: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (const day of days.toSorted((one, other) => one - other)) {
    const [from, to] = [day * ONE_DAY, (day + 1) * ONE_DAY];
    const span = spans.at(-1);
    if (span && from - LONGEST_DISTANCE < span.to + LONGEST_DISTANCE) span.to = to;
    else spans.push({ from, to });
  }
  return spans;
}

interface MovesOptions extends Span {
  version: string;
  /** The last of the previous moves; undefined at first. */
  after: Move | undefined;
  most: number;
}

/**
 * Sessions without a long gap after an earlier one of the same visitor, in the order of their IDs, so that those of a step are near in time. Visitors are
 * compared by a hash, which takes less memory.
 */
function queryMoves(store: Pick<EventStore, "query">, { after, ...params }: MovesOptions): Promise<Move[]> {
  const inOrder = "PARTITION BY visitor ORDER BY started, session_id";
  return store.query(
    `SELECT toString(key) AS key, toString(session_id) AS id, toString(kept_key) AS keptKey, toString(kept_id) AS keptId
     FROM (
       SELECT session_id, sessions.key AS key, min(session_id) OVER joined AS kept_id, argMin(sessions.key, session_id) OVER joined AS kept_key
       FROM (
         SELECT *, sum(is_first) OVER (${inOrder}) AS number
         FROM (
           SELECT visitor, session_id, started, key,
                  toUnixTimestamp64Milli(started) > ${LONGEST_GAP} + toUnixTimestamp64Milli(
                    max(ended) OVER (${inOrder} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) AS is_first
           FROM (
             SELECT cityHash64(visitor_id) AS visitor, session_id, started, ended, ${SESSION_KEY} AS key
             FROM sessions FINAL
             WHERE assigned = 1 AND session_id >= {from:UInt64} - ${LONGEST_DISTANCE} AND session_id < {to:UInt64} + ${LONGEST_DISTANCE}
               AND started >= ${OLDEST_COMPLETE}
               AND visitor_id IN (
                 SELECT visitor_id FROM sessions
                 WHERE session_id >= {from:UInt64} AND session_id < {to:UInt64} AND version >= {version:UInt64} AND assigned = 1)
           )
         )
       ) AS sessions
       WINDOW joined AS (PARTITION BY visitor, number)
     ) AS moves
     WHERE session_id != kept_id AND (session_id, moves.key) > ({afterId:UInt64}, {afterKey:UInt64})
     ORDER BY session_id, moves.key LIMIT {most:UInt32}`,
    { ...params, afterId: after?.id ?? 0, afterKey: after?.key ?? 0 },
  );
}

async function join(
  store: Pick<EventStore, "query" | "command">,
  moves: readonly Move[],
  { alone, signal }: Pick<JoinOptions, "alone" | "signal">,
): Promise<void> {
  const moved = numberList(moves.map(({ key }) => key));
  const kept = numberList([...new Set(moves.map(({ keptKey }) => keptKey))]);
  await mutate(
    store,
    {
      table: "events",
      change: `UPDATE session_id = transform(${SESSION_KEY}, JSONExtract({moved:String}, 'Array(UInt64)'), JSONExtract({ids:String}, 'Array(UInt64)'), session_id)
        WHERE session_assigned = 1 AND ${IS_BETWEEN} AND ${isOneOf("moved")}`,
      params: {
        ...(await queryTimes(store, moves)),
        moved,
        ids: numberList(moves.map(({ keptId }) => keptId)),
      },
    },
    signal,
  );
  await alone(async () => {
    const version = await nextVersion(store);
    // Another instance may have counted later events of these sessions meanwhile, and stored some that the mutation did not change.
    const params = { ...(await queryTimes(store, moves)), kept, moved, version };
    const isEither = `(${isOneOf("kept")} OR ${isOneOf("moved")})`;
    await store.command(insertSessions(countSessions(`${IS_BETWEEN} AND ${isEither}`)), params);
    await deleteSessions(
      store,
      moves.map(({ key }) => key),
      version,
    );
  });
}

/** The time range of all counted events of these sessions, in milliseconds since the epoch. */
async function queryTimes(
  store: Pick<EventStore, "query">,
  moves: readonly Move[],
): Promise<Record<"first" | "last", string>> {
  const [row] = await store.query<Record<"first" | "last", string>>(
    `SELECT toString(toUnixTimestamp64Milli(min(started))) AS first, toString(toUnixTimestamp64Milli(max(ended))) AS last
     FROM sessions WHERE session_id >= {lowest:UInt64} AND session_id <= {highest:UInt64} AND ${isOneOf("keys")}`,
    {
      lowest: Math.min(...moves.map(({ keptId }) => Number(keptId))),
      highest: Math.max(...moves.map(({ id }) => Number(id))),
      keys: numberList([...new Set(moves.flatMap(({ key, keptKey }) => [key, keptKey]))]),
    },
  );
  if (!row) throw new Error("The event store returns no times.");
  return row;
}

/** Deletes rows of the rollup. @param keys {@link SESSION_KEY} of the sessions. @param version of a recount; its rows and later ones are kept. */
export async function deleteSessions(
  store: Pick<EventStore, "command">,
  keys: readonly string[],
  version: string,
): Promise<void> {
  await store.command(`DELETE FROM sessions WHERE ${isOneOf("keys")} AND version < {version:UInt64}`, {
    keys: numberList(keys),
    version,
  });
}

/** As text, because a JSON number has too few digits. */
function numberList(numbers: readonly string[]): string {
  return `[${numbers.join(",")}]`;
}
