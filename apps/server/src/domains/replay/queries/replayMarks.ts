import { ERROR_EVENT, ONE_DAY } from "@marquee/contract";
import type { ReplayMark } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { ReplayKey } from "../../../platform/storage/records/deletedReplays.ts";
import { OF_REPLAY } from "./replaySegments.ts";

const MAX_MARKS = 2000;

const KIND = `multiIf(type = 'page', 'page', event = '${ERROR_EVENT}', 'error', 'event')`;
const TEXT = `multiIf(type = 'page', path, event = '${ERROR_EVENT}', JSONExtractString(properties, 'message'), event)`;

/** Timeline marks for a session's events, sorted by time. */
export async function queryReplayMarks(
  store: Pick<EventStore, "query">,
  replay: ReplayKey,
): Promise<ReplayMark[]> {
  const sql = `
    SELECT message_id AS id, ${KIND} AS kind, toUnixTimestamp64Milli(timestamp) AS at, ${TEXT} AS text
    FROM events
    WHERE ${OF_REPLAY} AND type IN ('page', 'track')
      AND original_timestamp >= fromUnixTimestamp64Milli({sessionId:Int64} - ${ONE_DAY})
      AND original_timestamp < fromUnixTimestamp64Milli({sessionId:Int64} + ${2 * ONE_DAY})
    ORDER BY timestamp, message_id LIMIT 1 BY message_id LIMIT ${MAX_MARKS}`;
  const rows = await store.query<ReplayMark>(sql, { ...replay });
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}
