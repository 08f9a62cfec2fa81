import type { EventStore } from "../storage/events/eventStore.ts";
import { quartersOf, recountPageViews } from "../storage/events/rollups.ts";
import type { Drain } from "../storage/spool/drain.ts";

interface ErasureStores {
  eventStore: Pick<EventStore, "command" | "query">;
  drain: Pick<Drain, "between">;
}

const OF_VISITOR = "(visitor_id = {visitor:String} OR anonymous_id = {visitor:String})";

/** Deletes all that is about a visitor, under the anonymous id and joined to it, and counts the page views anew that it was part of. */
export async function eraseVisitor({ eventStore, drain }: ErasureStores, visitorId: string): Promise<void> {
  const params = { visitor: visitorId };
  await drain.between(async () => {
    const quarters = await quartersOf(eventStore, OF_VISITOR, params);
    await eventStore.command(`DELETE FROM events WHERE ${OF_VISITOR}`, params);
    for (const table of ["sessions", "rejected_events"])
      await eventStore.command(`DELETE FROM ${table} WHERE visitor_id = {visitor:String}`, params);
    await recountPageViews(eventStore, quarters);
  });
}
