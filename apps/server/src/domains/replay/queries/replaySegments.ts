import type { ReplaySegment } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { textList, textListParam } from "../../../platform/storage/events/queries/sqlParts.ts";
import type { ReplayKey } from "../../../platform/storage/records/deletedReplays.ts";

/** Condition for any table with `session_id` and `visitor_id`. Its parameters are the fields of a {@link ReplayKey}. */
export const OF_REPLAY = "session_id = {sessionId:UInt64} AND visitor_id = {visitorId:String}";

/** More than a day and a half of recording, at 30 seconds each. */
const MAX_SEGMENTS = 5000;

type SegmentRow = Omit<ReplaySegment, "hasFullSnapshot"> & { hasFullSnapshot: 0 | 1 };

/** Metadata of a session's segments, sorted by start time. */
export async function queryReplaySegments(
  store: Pick<EventStore, "query">,
  replay: ReplayKey,
): Promise<ReplaySegment[]> {
  const sql = `
    SELECT message_id AS id, recording_id AS recordingId, toUnixTimestamp64Milli(started) AS start,
           toUnixTimestamp64Milli(ended) AS end, toFloat64(clock_correction) AS clockCorrection,
           has_full_snapshot AS hasFullSnapshot, raw_bytes AS bytes
    FROM replay_segments WHERE ${OF_REPLAY} AND protocol != 'datadog'
    ORDER BY started, segment_index, message_id LIMIT 1 BY message_id LIMIT ${MAX_SEGMENTS}`;
  const rows = await store.query<SegmentRow>(sql, { ...replay });
  return rows.map((row) => ({
    ...row,
    start: Number(row.start),
    end: Number(row.end),
    hasFullSnapshot: row.hasFullSnapshot === 1,
  }));
}

/**
 * Data of segments by segment ID, as zlib-compressed JSON: a list of events, or a recorder's body `{ events }`. Missing segments are left out. Reading many segments at once
 * costs the store hardly more than reading one.
 */
export async function queryReplaySegmentData(
  store: Pick<EventStore, "query">,
  replay: ReplayKey,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const sql = `
    SELECT message_id AS id, data FROM replay_segments
    WHERE ${OF_REPLAY} AND protocol != 'datadog' AND message_id IN ${textList("ids")}
    LIMIT 1 BY message_id`;
  const rows = await store.query<{ id: string; data: string }>(sql, { ...replay, ids: textListParam(ids) });
  return new Map(rows.map(({ id, data }) => [id, Buffer.from(data, "base64")]));
}
