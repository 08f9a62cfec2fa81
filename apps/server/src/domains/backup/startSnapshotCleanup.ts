import { type Milliseconds, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import type { Logger } from "pino";
import { startJob } from "../../platform/jobs/startJob.ts";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import { dropSnapshots } from "../../platform/storage/events/snapshots.ts";

/** Snapshots of that age are of a backup that has ended. Another instance may be making one. */
export const STALE: Milliseconds = 12 * ONE_HOUR;

interface CleanupOptions {
  eventStore: Pick<EventStore, "query" | "command" | "url">;
  log: Pick<Logger, "warn">;
}

/** Drops snapshots that a killed backup has left, every hour: they have people whose data was deleted since. @returns a function that stops it. */
export function startSnapshotCleanup({ eventStore, log }: CleanupOptions): () => Promise<void> {
  const job = startJob({
    name: "backup-cleanup",
    first: ONE_MINUTE,
    interval: ONE_HOUR,
    async run({ skip }) {
      if (eventStore.url() === null) return skip();
      await dropSnapshots(eventStore, STALE);
    },
    failure: "Failed to remove the leftovers of a backup; trying again in an hour.",
    log,
  });
  return job.stop;
}
