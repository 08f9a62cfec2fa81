import { type Milliseconds, ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import type { Logger } from "pino";
import { type PruneOptions, pruneArchive } from "./pruneArchive.ts";
import { claimPruning, finishPruning } from "./pruningRecord.ts";

interface PruningOptions extends Omit<PruneOptions, "isStopped"> {
  log: Logger;
}

/** What the build and its pages are was written down by then. */
const FIRST: Milliseconds = 5 * ONE_MINUTE;
const INTERVAL: Milliseconds = ONE_DAY;

/** Prunes the archive once a day, whichever instance of the server comes to it first. @returns the cleanup, which waits for the step that is under way. */
export function startPruning({ log, ...options }: PruningOptions): () => Promise<void> {
  const { db, now } = options;
  let isStopped = false;
  let running = Promise.resolve();

  async function pruneWhenDue(): Promise<void> {
    if (isStopped || !(await claimPruning(db, now(), INTERVAL))) return;
    const pruned = await pruneArchive({ ...options, isStopped: () => isStopped });
    if (isStopped) return;
    await finishPruning(db, pruned, now());
    if (pruned.files > 0) log.info(pruned, "Archive cleaned up.");
  }

  const look = () => {
    running = running
      .then(pruneWhenDue)
      .catch((error: unknown) =>
        log.warn({ err: error }, "Failed to clean up the archive; retrying tomorrow."),
      );
  };
  const first = setTimeout(look, FIRST);
  const timer = setInterval(look, ONE_HOUR);
  return () => {
    isStopped = true;
    clearTimeout(first);
    clearInterval(timer);
    return running;
  };
}
