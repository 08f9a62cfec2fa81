import type { EventStore } from "../storage/events/eventStore.ts";

/** Deletes every event of a visitor: what was sent under the anonymous id, and what was joined to it. */
export async function eraseVisitor(store: Pick<EventStore, "command">, visitorId: string): Promise<void> {
  await store.command(
    "DELETE FROM events WHERE visitor_id = {visitor:String} OR anonymous_id = {visitor:String}",
    {
      visitor: visitorId,
    },
  );
}
