import type { StoredClicks } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";

/** The earliest stored clicks and scroll depths, and the earliest with sessions, which expire earlier. */
export async function queryStoredClicks(store: Pick<EventStore, "query">): Promise<StoredClicks> {
  const first = (condition: string) =>
    `if(countIf(${condition}) = 0, NULL, toFloat64(toUnixTimestamp64Milli(minIf(timestamp, ${condition}))))`;
  const [row] = await store.query<StoredClicks>(
    `SELECT ${first("1")} AS clicksFrom, ${first("session_id != 0")} AS sessionsFrom FROM interactions`,
  );
  return row ?? { clicksFrom: null, sessionsFrom: null };
}
