import { type Milliseconds, ONE_MINUTE } from "@marquee/contract";
import type { Logger } from "pino";
import { REQUEST_TIMEOUT } from "./events/clients.ts";
import type { EventStore } from "./events/eventStore.ts";
import { finishWindow, nextWindow, recountWindow } from "./events/rollups.ts";
import type { DrainControl } from "./spool/drain.ts";

interface ReconcileOptions {
  eventStore: Pick<EventStore, "query" | "command">;
  /** Deletions run between its blocks too, so a recount never brings back what is being deleted. */
  drain: Pick<DrainControl, "between">;
  log: Logger;
}

const INTERVAL: Milliseconds = 5 * ONE_MINUTE;
/** Rows get their `inserted_at` when the insertion starts, and are visible when it ends. */
const MARGIN: Milliseconds = 2 * REQUEST_TIMEOUT;

/**
 * Counts what was inserted since the last time into the rollup (decision 020). Sessions with new events are counted as a whole from the deduplicated
 * events, so repeating it changes nothing, and several instances may do it at once.
 * @param isStopped ends it between two parts.
 * @returns the number of recounted sessions.
 */
export async function reconcile(
  { eventStore, drain }: Omit<ReconcileOptions, "log">,
  { margin = MARGIN, isStopped = () => false }: { margin?: Milliseconds; isStopped?: () => boolean } = {},
): Promise<number> {
  let counted = 0;
  const alone = (recount: () => Promise<void>) => {
    if (isStopped()) throw new StoppedError();
    return drain.between(recount);
  };
  try {
    for (
      let window = await nextWindow(eventStore, margin);
      window;
      window = await nextWindow(eventStore, margin)
    ) {
      const { isLast, ...span } = window;
      counted += await recountWindow(eventStore, span, alone);
      await finishWindow(eventStore, span);
      // What came meanwhile waits for the next time. While events keep coming, their sessions would otherwise be counted again and again.
      if (isLast) break;
    }
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
  }
  return counted;
}

/** The rest is counted at the next start. */
class StoppedError extends Error {}

/** Runs {@link reconcile} now and every few minutes. @returns a function that stops it; resolves once nothing is running. */
export function startReconciling({ log, ...stores }: ReconcileOptions): () => Promise<void> {
  let isStopped = false;
  let running: Promise<unknown> | null = null;
  const run = () => {
    running ??= reconcile(stores, { isStopped: () => isStopped })
      .catch((error: unknown) => {
        if (!isStopped) log.warn({ err: error }, "Failed to update the rollup; retrying in a few minutes.");
      })
      .finally(() => {
        running = null;
      });
  };
  run();
  const timer = setInterval(run, INTERVAL);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}
