import type { Timestamp } from "@marquee/contract";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";

/** Days with stored, playable recordings, as start of the day in UTC, oldest first. */
export async function queryRecordedDays(store: Pick<EventStore, "query">): Promise<Timestamp[]> {
  const sql = `
    SELECT DISTINCT toUnixTimestamp(toStartOfDay(arrayJoin([started, ended]))) * 1000 AS day
    FROM replay_segments WHERE protocol != 'datadog' ORDER BY day`;
  const rows = await store.query<{ day: number | string }>(sql);
  return rows.map(({ day }) => Number(day));
}
