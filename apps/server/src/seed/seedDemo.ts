import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { EventRow } from "../storage/events/eventRow.types.ts";
import type { EventStore } from "../storage/events/eventStore.ts";
import { quarterHoursOf, rebuildPageViews } from "../storage/events/rollups.ts";
import { demoDay } from "./demoRows.ts";

interface SeedOptions {
  store: Pick<EventStore, "insertEvents">;
  /** How many days, today included. */
  days: number;
  seed: number;
  host: string;
  now: Timestamp;
  onProgress: (done: { days: number; events: number }) => void;
}

/**
 * Fills the event store with a synthetic month (or any number of days), each row marked as demo. The same seed gives the same rows for
 * the same days, so running it twice changes nothing. Nothing lies in the future. @returns how many events there are.
 */
export async function seedDemo({ store, days, seed, host, now, onProgress }: SeedOptions): Promise<number> {
  const today = Math.floor(now / ONE_DAY) * ONE_DAY;
  let events = 0;
  for (let index = days - 1; index >= 0; index -= 1) {
    const day = today - index * ONE_DAY;
    const rows: EventRow[] = demoDay({ day, seed, host }).filter(({ timestamp }) => timestamp <= now);
    if (rows.length > 0) await store.insertEvents(rows, `demo ${seed} ${day} ${rows.length}`);
    events += rows.length;
    onProgress({ days: days - index, events });
  }
  return events;
}

/** Removes exactly what {@link seedDemo} made. */
export async function clearDemo(store: Pick<EventStore, "command" | "query">): Promise<void> {
  const quarters = await quarterHoursOf(store, "demo = 1", {});
  await store.command("DELETE FROM events WHERE demo = 1");
  await store.command("DELETE FROM sessions WHERE demo = 1");
  await rebuildPageViews(store, quarters);
}
