import { type Milliseconds, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import type { Logger } from "pino";
import { startJob } from "../../platform/jobs/startJob.ts";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import { dropSnapshots } from "../../platform/storage/events/snapshots.ts";

/** Older snapshots belong to a backup that has ended. Newer ones may be in use by another instance. */
export const STALE: Milliseconds = 12 * ONE_HOUR;

interface CleanupOptions {
  eventStore: Pick<EventStore, "query" | "command" | "url">;
  log: Pick<Logger, "warn">;
}

/**
 * Every hour, drops snapshots left by a killed backup, because they contain people whose data was deleted since. @returns a function that stops
 * it.
 */
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
