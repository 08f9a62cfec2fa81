import { ONE_SECOND } from "@marquee/contract";
import type { ReplayFilter, ReplaySummary } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { Span } from "../../../platform/storage/events/queries/sqlParts.ts";
import type { ReplayKey } from "../../../platform/storage/records/deletedReplays.ts";
import type { Selection } from "../../questions/queries/selection.ts";
import { replayConditions, replayParams } from "./replayConditions.ts";

interface SearchOptions extends Span {
  filter: ReplayFilter;
  selection: Selection;
  /** Only replays after this one in the list. */
  before: (ReplayKey & { start: number }) | null;
  limit: number;
}

/** Session data that comes from segments only. */
export type RecordedSession = Pick<
  ReplaySummary,
  | "sessionId"
  | "visitorId"
  | "start"
  | "length"
  | "activeTime"
  | "recordings"
  | "firstPage"
  | "country"
  | "device"
  | "browser"
>;

/** Columns of a {@link RecordedSession}, for segments grouped by session and visitor. */
export const RECORDED_SESSION = `
  session_id AS sessionId, visitor_id AS visitorId,
  toUnixTimestamp64Milli(min(replay_segments.started)) AS start,
  toUnixTimestamp64Milli(max(replay_segments.ended)) - start AS length,
  intervalLengthSum(toUnixTimestamp64Milli(started), toUnixTimestamp64Milli(ended)) AS activeTime,
  toUInt32(uniqExact(recording_id)) AS recordings, argMin(replay_segments.path, started) AS firstPage,
  max(replay_segments.country) AS country, max(replay_segments.device) AS device,
  max(replay_segments.browser) AS browser`;

const AFTER = `AND (start, sessionId, visitorId)
  < ({beforeStart:Int64}, {beforeSession:UInt64}, {beforeVisitor:String})`;

/** Recorded sessions that started in a date range and match the filter, newest first. */
export async function searchReplays(
  store: Pick<EventStore, "query">,
  { filter, selection, before, limit, ...span }: SearchOptions,
): Promise<RecordedSession[]> {
  const sql = `
    SELECT ${RECORDED_SESSION} FROM replay_segments
    WHERE ${replayConditions(filter, selection)}
    GROUP BY session_id, visitor_id
    HAVING start >= {from:Int64} AND start < {to:Int64} AND length >= {shortest:Int64} ${before ? AFTER : ""}
    ORDER BY start DESC, sessionId DESC, visitorId DESC
    LIMIT {limit:UInt32}`;
  const place = before && {
    beforeStart: before.start,
    beforeSession: before.sessionId,
    beforeVisitor: before.visitorId,
  };
  const shortest = (filter.length ?? 0) * ONE_SECOND;
  const params = { ...replayParams(span, filter, selection), ...place, shortest, limit };
  return (await store.query<RecordedSession>(sql, params)).map(readRecordedSession);
}

/** Converts times and IDs to numbers, because the store can return 64-bit integers as strings. */
export function readRecordedSession(row: RecordedSession): RecordedSession {
  const { sessionId, start, length, activeTime } = row;
  return {
    ...row,
    sessionId: Number(sessionId),
    start: Number(start),
    length: Number(length),
    activeTime: Number(activeTime),
  };
}
