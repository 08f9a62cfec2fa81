import type { ReplaySegment } from "@marquee/contract/schema";
import type { ReplayKey } from "../../../records/deletedReplays.ts";
import type { EventStore } from "../../eventStore.ts";
import { textList, textListParam } from "../sqlParts.ts";

/** A condition on any table with both columns. Needs the parameters of a `ReplayKey`. */
export const OF_REPLAY = "session_id = {sessionId:UInt64} AND visitor_id = {visitorId:String}";

/** At 30 seconds each, a day and a half of recording. */
const MAX_SEGMENTS = 5000;

type SegmentRow = Omit<ReplaySegment, "hasFullSnapshot"> & { hasFullSnapshot: 0 | 1 };

/** Location of a session's segments, by start time. */
export async function queryReplaySegments(
  store: Pick<EventStore, "query">,
  replay: ReplayKey,
): Promise<ReplaySegment[]> {
  const sql = `
    SELECT message_id AS id, recording_id AS recordingId, toUnixTimestamp64Milli(started) AS start,
           toUnixTimestamp64Milli(ended) AS end, has_full_snapshot AS hasFullSnapshot, raw_bytes AS bytes
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
 * What segments hold: a zlib stream of the JSON of its events, by the id of each that is there. Many cost the store hardly more than one.
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
