import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { SiteIdentity } from "../config/siteOf.ts";
import type { EventRow } from "../storage/events/eventRow.types.ts";
import type { EventStore } from "../storage/events/eventStore.ts";
import { quarterHoursOf, rebuildPageViews } from "../storage/events/rollups.ts";
import { demoDay } from "./demoRows.ts";

interface SeedOptions {
  store: Pick<EventStore, "insert">;
  /** Number of days, including today. */
  days: number;
  seed: number;
  site: SiteIdentity;
  now: Timestamp;
  onProgress: (done: { days: number; events: number }) => void;
}

/**
 * Adds synthetic events of the last `days` days to the event store, none in the future, each marked as demo. The same seed gives the same rows
 * for the same days, so a second run changes nothing.
 * @returns the number of events.
 */
export async function seedDemo({ store, days, seed, site, now, onProgress }: SeedOptions): Promise<number> {
  const today = Math.floor(now / ONE_DAY) * ONE_DAY;
  let events = 0;
  for (let index = days - 1; index >= 0; index -= 1) {
    const day = today - index * ONE_DAY;
    const rows: EventRow[] = demoDay({ day, seed, site }).filter(({ timestamp }) => timestamp <= now);
    if (rows.length > 0) await store.insert("events", rows, `demo ${seed} ${day} ${rows.length}`);
    events += rows.length;
    onProgress({ days: days - index, events });
  }
  return events;
}

/** Removes all rows that {@link seedDemo} added. */
export async function clearDemo(store: Pick<EventStore, "command" | "query">): Promise<void> {
  const quarters = await quarterHoursOf(store, "demo = 1", {});
  await store.command("DELETE FROM events WHERE demo = 1");
  await store.command("DELETE FROM sessions WHERE demo = 1");
  await rebuildPageViews(store, quarters);
}
