import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { ReplayKey } from "../../../platform/storage/records/deletedReplays.ts";
import { OF_REPLAY } from "./replaySegments.ts";
import { RECORDED_SESSION, type RecordedSession, readRecordedSession } from "./searchReplays.ts";

/** One recorded session; null if there is none or it cannot be played here. */
export async function queryRecordedSession(
  store: Pick<EventStore, "query">,
  replay: ReplayKey,
): Promise<RecordedSession | null> {
  const sql = `
    SELECT ${RECORDED_SESSION} FROM replay_segments
    WHERE ${OF_REPLAY} AND protocol != 'datadog' GROUP BY session_id, visitor_id`;
  const [row] = await store.query<RecordedSession>(sql, { ...replay });
  return row ? readRecordedSession(row) : null;
}
