import type { Timestamp } from "@marquee/contract";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";

/** Time of the earliest event; null without events. */
export async function queryFirstEvent(store: Pick<EventStore, "query">): Promise<Timestamp | null> {
  const [row] = await store.query<{ first: string; events: string }>(
    "SELECT toString(toUnixTimestamp64Milli(min(timestamp))) AS first, toString(count()) AS events FROM events WHERE bot = ''",
  );
  return row && row.events !== "0" ? Number(row.first) : null;
}
