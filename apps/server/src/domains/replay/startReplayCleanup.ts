import { type Milliseconds, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import { startJob } from "../../platform/jobs/startJob.ts";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import {
  forgetDeletedReplays,
  readUnsettledReplays,
  settleDeletedReplay,
} from "../../platform/storage/records/deletedReplays.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { deleteReplay } from "./queries/deleteReplay.ts";
import { queryReplayVisitors } from "./queries/replayVisitors.ts";

interface CleanupOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "command" | "query">;
  now: () => Timestamp;
}

/** After this long, another server instance has stored or rejected the data it was storing when the replay was deleted. */
const SETTLED: Milliseconds = 2 * ONE_MINUTE;

/** Deletes data of deleted replays that arrived during the deletion, and completes interrupted deletions; handles each replay once. */
export async function deleteLeftoverReplayData({ db, eventStore, now }: CleanupOptions): Promise<void> {
  await forgetDeletedReplays(db, now());
  for (const deleted of await readUnsettledReplays(db, now() - SETTLED)) {
    const { sessionId } = deleted;
    for (const visitorId of await queryReplayVisitors(eventStore, deleted))
      await deleteReplay(eventStore, { sessionId, visitorId });
    await settleDeletedReplay(db, deleted, now());
  }
}

/**
 * Runs {@link deleteLeftoverReplayData} every minute.
 * @returns a function that stops it and resolves when a running sweep has ended.
 */
export function startReplayCleanup({
  log,
  ...options
}: CleanupOptions & { log: Logger }): () => Promise<void> {
  const job = startJob({
    name: "replay-cleanup",
    first: ONE_MINUTE,
    interval: ONE_MINUTE,
    run: () => deleteLeftoverReplayData(options),
    failure: "Failed to clean up deleted replays; retrying in a minute.",
    log,
  });
  return job.stop;
}
