import type { RumErrorGroup, RumErrorResponse } from "@marquee/contract/schema";
import { fillGaps } from "../../../../time/timeSeries.ts";
import type { EventStore } from "../../eventStore.ts";
import { errorColumns, FINGERPRINT } from "../errors/errorPlace.ts";
import { IS_WITHIN, TREND_PART } from "../sqlParts.ts";
import { filteredBy, type RumScope, rumParams } from "./rumEvents.ts";

const MAX_NAMES = 5;
/** Number of the latest sessions with an error for which a replay is looked up. */
const MOST_SESSIONS = 50;

/** All errors up to the end of a date range, each once. Includes earlier ones, because the first occurrence may be before the range. */
const errorsOf = (scope: Partial<RumScope>) => `(
  SELECT timestamp, session_id, visitor_id, version, view_name, kind, linked_session, browser AS software,
         ${errorColumns({ message: "error_message", stack: "error_stack", source: "''" })}
  FROM monitoring_events FINAL
  WHERE type = 'error' AND track = 'rum' AND timestamp < fromUnixTimestamp64Milli({to:Int64})${filteredBy(scope)}
)`;

/** A Marquee session that RUM events refer to, the visitor ID in these events, and when the first of them happened in it. */
export interface LinkedSession {
  session: number;
  visitor: string;
  /** Milliseconds since the epoch, by the visitor's clock. */
  at: number;
}

/** The part of an error group that comes from events; source maps and replays are added elsewhere. */
export interface StoredRumError extends Omit<RumErrorGroup, "source" | "replay"> {
  /** Newest first. */
  linked: LinkedSession[];
}

type Row = Omit<StoredRumError, "linked"> & { linked: [sessionAndVisitor: string, at: string][] };

/** Digits of the largest session ID. Padded IDs sort as numbers. */
const SESSION_DIGITS = 20;
/** Sessions and visitors of errors as text, each with the time of its first error. */
const LINKED = `minMapIf([concat(leftPad(toString(linked_session), ${SESSION_DIGITS}, '0'), visitor_id)],
  [toUnixTimestamp64Milli(timestamp)], linked_session > 0 AND ${IS_WITHIN})`;

/** Errors in a date range, grouped by fingerprint, the most frequent first. */
export async function queryRumErrors(
  store: Pick<EventStore, "query">,
  scope: RumScope,
  limit: number,
): Promise<StoredRumError[]> {
  const names = (column: string) =>
    `topKIf(${MAX_NAMES})(toString(${column}), ${IS_WITHIN} AND ${column} != '')`;
  const sql = `
    SELECT ${FINGERPRINT} AS fingerprint, any(said) AS message, any(place) AS frame,
           toUInt32(countIf(${IS_WITHIN})) AS count, toUInt32(uniqExactIf(session_id, session_id != '' AND ${IS_WITHIN})) AS sessions,
           toUnixTimestamp64Milli(min(timestamp)) AS firstSeen, toUnixTimestamp64Milli(max(timestamp)) AS lastSeen,
           toString(argMin(version, timestamp)) AS firstVersion, toString(argMax(version, timestamp)) AS lastVersion,
           arraySort(${names("kind")}) AS kinds, ${names("view_name")} AS views, ${names("software")} AS browsers,
           arrayMap(times -> toUInt32(times), sumForEachIf(${TREND_PART}, ${IS_WITHIN})) AS trend,
           argMax(trace, timestamp) AS stack, toString(argMax(software, timestamp)) AS browser,
           arraySlice(arrayReverseSort(arrayZip(${LINKED}.1, ${LINKED}.2)), 1, ${MOST_SESSIONS}) AS linked
    FROM ${errorsOf(scope)}
    GROUP BY fingerprint HAVING count > 0
    ORDER BY count DESC, fingerprint LIMIT {limit:UInt32}`;
  const rows = await store.query<Row>(sql, { ...rumParams(scope), limit });
  return rows.map(({ linked, ...row }) => ({
    ...row,
    firstSeen: Number(row.firstSeen),
    lastSeen: Number(row.lastSeen),
    linked: linked.map(([key, at]) => ({
      session: Number(key.slice(0, SESSION_DIGITS)),
      visitor: key.slice(SESSION_DIGITS),
      at: Number(at),
    })),
  }));
}

interface OneError extends RumScope {
  fingerprint: string;
}

/** Counts of one error by interval; empty intervals are 0. @param starts start of each hour or day, in milliseconds since the epoch. */
export async function queryRumErrorSeries(
  store: Pick<EventStore, "query">,
  { fingerprint, ...scope }: OneError,
  starts: readonly number[],
): Promise<RumErrorResponse["series"]> {
  const sql = `
    SELECT {starts:Array(Int64)}[arrayLastIndex(start -> start <= toUnixTimestamp64Milli(timestamp), {starts:Array(Int64)})] AS start,
           toUInt32(count()) AS count, toUInt32(uniqExactIf(session_id, session_id != '')) AS sessions
    FROM ${errorsOf(scope)} WHERE ${IS_WITHIN} AND ${FINGERPRINT} = {fingerprint:String}
    GROUP BY start`;
  const rows = await store.query<RumErrorResponse["series"][number]>(sql, {
    ...rumParams(scope),
    fingerprint,
    starts,
  });
  return fillGaps(starts, rows, { count: 0, sessions: 0 });
}

/** Stack of an error's latest event up to the end of a date range; null if it never happened. */
export async function queryRumStack(
  store: Pick<EventStore, "query">,
  { fingerprint, ...scope }: OneError,
): Promise<string | null> {
  const sql = `SELECT trace FROM ${errorsOf(scope)} WHERE ${FINGERPRINT} = {fingerprint:String}
    ORDER BY timestamp DESC LIMIT 1`;
  const [row] = await store.query<{ trace: string }>(sql, { ...rumParams(scope), fingerprint });
  return row?.trace ?? null;
}
