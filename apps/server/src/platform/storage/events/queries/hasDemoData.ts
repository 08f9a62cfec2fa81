import type { EventStore } from "../eventStore.ts";

/** Whether the store contains any demo event. */
export async function queryHasDemoData(store: Pick<EventStore, "query">): Promise<boolean> {
  const rows = await store.query("SELECT 1 FROM events WHERE demo = 1 LIMIT 1");
  return rows.length > 0;
}
