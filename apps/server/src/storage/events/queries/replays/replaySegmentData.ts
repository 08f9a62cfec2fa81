import type { ReplayKey } from "../../../records/deletedReplays.ts";
import type { EventStore } from "../../eventStore.ts";
import { textList, textListParam } from "../textList.ts";
import { OF_REPLAY } from "./replayKey.ts";

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
