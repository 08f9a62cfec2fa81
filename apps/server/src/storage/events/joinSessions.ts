import { type Milliseconds, ONE_DAY, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { EventStore } from "./eventStore.ts";
import { insertSessions, nextVersion } from "./insertSessions.ts";
import { mutate } from "./mutate.ts";
import { OLDEST_COMPLETE } from "./queries/reconciled.ts";
import { countSessions } from "./queries/sessions.ts";

/** A session ends after this long without an event (specification, section 9; the unit is decided in design.md). */
export const LONGEST_GAP: Milliseconds = 30 * ONE_MINUTE;
/** Between the IDs of sessions that are compared. */
const LONGEST_DISTANCE: Milliseconds = 7 * ONE_DAY;
const MOST_VISITORS = 1000;

/** Sessions that were just counted: those of a day, in days since the epoch, with this version or a later one. */
interface CountedSessions {
  day: number;
  version: string;
}

interface JoinOptions extends CountedSessions {
  /** Runs a recount while no events are inserted. */
  alone: (recount: () => Promise<void>) => Promise<void>;
}

/** First and last event in milliseconds since the epoch, the session's ID, and {@link KEY} of the session. */
type StoredSession = [first: string, last: string, id: string, key: string];

interface Session {
  first: Timestamp;
  last: Timestamp;
  id: number;
  key: string;
}

/** Of a visitor's session. Statements that change rows stay on disk for a while, so they have no visitor ID. */
const KEY = "cityHash64(visitor_id, session_id)";
const isOneOf = (keys: string) => `${KEY} IN JSONExtract({${keys}:String}, 'Array(UInt64)')`;
const IS_BETWEEN =
  "timestamp >= fromUnixTimestamp64Milli({first:Int64}) AND timestamp <= fromUnixTimestamp64Milli({last:Int64})";

/**
 * Joins sessions that the server assigned and that have no long gap in between: a late event connected them, or their events arrived at several
 * instances, or before and after a restart. The joined session has the lowest of their IDs. Repeating it after an interruption completes it,
 * because the rollup has both sessions until the end.
 */
export async function joinSessions(
  store: Pick<EventStore, "query" | "command">,
  { alone, ...counted }: JoinOptions,
): Promise<void> {
  for (let after = ""; ; ) {
    const visitors = await querySplitVisitors(store, counted, after);
    const groups = visitors.flatMap(({ sessions }) => groupSessions(sessions.map(readSession)));
    if (groups.length > 0) await join(store, groups, alone);
    const last = visitors.at(-1);
    if (!last || visitors.length < MOST_VISITORS) return;
    after = last.visitor;
  }
}

/** Visitors with sessions that have no long gap in between, after one of them, with all of their sessions of those days. */
function querySplitVisitors(
  store: Pick<EventStore, "query">,
  { day, version }: CountedSessions,
  after: string,
): Promise<{ visitor: string; sessions: StoredSession[] }[]> {
  const isOfDay = "session_id >= {from:UInt64} AND session_id < {to:UInt64}";
  const milliseconds = (time: string) => `toUnixTimestamp64Milli(${time})`;
  return store.query(
    `SELECT visitor_id AS visitor, arrayMap(each -> [toString(each.1), toString(each.2), toString(each.3), toString(each.4)], spans) AS sessions
     FROM (
       SELECT visitor_id, arraySort(groupArray((${milliseconds("started")}, ${milliseconds("ended")}, session_id, ${KEY}))) AS spans
       FROM sessions FINAL
       WHERE assigned = 1 AND session_id >= {from:UInt64} - ${LONGEST_DISTANCE} AND session_id < {to:UInt64} + ${LONGEST_DISTANCE}
         AND started >= ${OLDEST_COMPLETE} AND visitor_id > {after:String}
         AND visitor_id IN (SELECT visitor_id FROM sessions WHERE ${isOfDay} AND version >= {version:UInt64} AND assigned = 1)
       GROUP BY visitor_id
     )
     WHERE arrayExists((one, next) -> next.1 <= one.2 + ${LONGEST_GAP}, arrayPopBack(spans), arrayPopFront(spans))
     ORDER BY visitor_id LIMIT ${MOST_VISITORS}`,
    { from: day * ONE_DAY, to: (day + 1) * ONE_DAY, version, after },
  );
}

function readSession([first, last, id, key]: StoredSession): Session {
  return { first: Number(first), last: Number(last), id: Number(id), key };
}

/** Groups of sessions without a long gap in between. @param sessions of one visitor, by their start. */
function groupSessions(sessions: readonly Session[]): Session[][] {
  const groups: Session[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const session of sessions) {
    const group = groups.at(-1);
    if (group && session.first <= end + LONGEST_GAP) group.push(session);
    else groups.push([session]);
    end = Math.max(end, session.last);
  }
  return groups.filter(({ length }) => length > 1);
}

async function join(
  store: Pick<EventStore, "query" | "command">,
  groups: readonly Session[][],
  alone: JoinOptions["alone"],
): Promise<void> {
  const kept: Session[] = [];
  const moved: (Session & { to: number })[] = [];
  for (const group of groups) {
    const [first, ...others] = group.toSorted((one, other) => one.id - other.id);
    if (!first) continue;
    kept.push(first);
    moved.push(...others.map((session) => ({ ...session, to: first.id })));
  }
  const all = groups.flat();
  const params = {
    first: Math.min(...all.map((session) => session.first)),
    last: Math.max(...all.map((session) => session.last)),
    moved: numberList(moved.map(({ key }) => key)),
    ids: numberList(moved.map(({ to }) => to)),
    kept: numberList(kept.map(({ key }) => key)),
  };
  await mutate(store, {
    table: "events",
    change: `UPDATE session_id = transform(${KEY}, JSONExtract({moved:String}, 'Array(UInt64)'), JSONExtract({ids:String}, 'Array(UInt64)'), session_id)
      WHERE session_assigned = 1 AND ${IS_BETWEEN} AND ${isOneOf("moved")}`,
    params,
  });
  await alone(async () => {
    const version = await nextVersion(store);
    await store.command(insertSessions(countSessions(`${IS_BETWEEN} AND ${isOneOf("kept")}`)), {
      ...params,
      version,
    });
    await store.command(`DELETE FROM sessions WHERE ${isOneOf("moved")} AND version < {version:UInt64}`, {
      ...params,
      version,
    });
  });
}

/** As text, because a JSON number has too few digits. */
function numberList(numbers: readonly (number | string)[]): string {
  return `[${numbers.join(",")}]`;
}
