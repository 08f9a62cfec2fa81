import { type Milliseconds, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import type { EventStore } from "../storage/events/eventStore.ts";
import { deleteReplay } from "../storage/events/queries/replays/deleteReplay.ts";
import { queryReplayVisitors } from "../storage/events/queries/replays/replayVisitors.ts";
import {
  forgetDeletedReplays,
  readUnsettledReplays,
  settleDeletedReplay,
} from "../storage/records/deletedReplays.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";

interface CleanupOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "command" | "query">;
  now: () => Timestamp;
}

/** What another instance of the server was storing when a replay was deleted is stored by then, or refused. */
const SETTLED: Milliseconds = 2 * ONE_MINUTE;

/** Deletes what came of deleted replays while they were deleted, and those whose deletion was interrupted; each once. */
export async function deleteLeftoverReplayData({ db, eventStore, now }: CleanupOptions): Promise<void> {
  await forgetDeletedReplays(db, now());
  for (const deleted of await readUnsettledReplays(db, now() - SETTLED)) {
    const { sessionId } = deleted;
    for (const visitorId of await queryReplayVisitors(eventStore, deleted))
      await deleteReplay(eventStore, { sessionId, visitorId });
    await settleDeletedReplay(db, deleted, now());
  }
}

/** {@link deleteLeftoverReplayData} every minute. @returns the cleanup, which waits for a sweep that is under way. */
export function startReplayCleanup({
  log,
  ...options
}: CleanupOptions & { log: Logger }): () => Promise<void> {
  let running = Promise.resolve();
  const sweep = () => {
    running = running
      .then(() => deleteLeftoverReplayData(options))
      .catch((error: unknown) =>
        log.warn({ err: error }, "Failed to clean up deleted replays; retrying in a minute."),
      );
  };
  const timer = setInterval(sweep, ONE_MINUTE);
  return () => {
    clearInterval(timer);
    return running;
  };
}
