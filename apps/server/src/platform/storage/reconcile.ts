import {
  type Milliseconds,
  ONE_DAY,
  ONE_HOUR,
  ONE_MINUTE,
  ONE_SECOND,
  type Timestamp,
  wallClockOf,
} from "@marquee/contract";
import type { Logger } from "pino";
import { startJob } from "../jobs/startJob.ts";
import { REQUEST_TIMEOUT } from "./events/clients.ts";
import type { EventStore } from "./events/eventStore.ts";
import { correctMark, finishWindow, nextWindow, recountMiscounted, recountWindow } from "./events/rollups.ts";
import type { DrainControl } from "./spool/drain.ts";

interface ReconcileParts {
  eventStore: Pick<EventStore, "query" | "command">;
  /** Deletions run between its blocks too, so a recount never restores data that is being deleted. */
  drain: Pick<DrainControl, "between">;
  /** This server's clock; the system's by default. */
  now?: () => Timestamp;
}

interface ReconcileOptions extends ReconcileParts {
  /** The site, for the time of night. */
  site: { current(): { timeZone: string } };
  log: Logger;
}

const INTERVAL: Milliseconds = 5 * ONE_MINUTE;
/** Rows get their `inserted_at` when the insertion starts, and are visible when it ends. */
const MARGIN: Milliseconds = 2 * REQUEST_TIMEOUT;
/** At three in the site's time zone, when few visitors come. */
const NIGHT: Milliseconds = 3 * ONE_HOUR;

/**
 * Adds events inserted since the last run to the rollup (decision 020). Sessions with new events are counted as a whole from the deduplicated
 * events, so repeating it changes nothing, and several instances may run it at the same time.
 * @param signal stops it between two parts, and stops waiting for the store; the rest is counted at the next start.
 * @returns the number of recounted sessions.
 */
export async function reconcile(
  { eventStore, drain, now = Date.now }: ReconcileParts,
  { margin = MARGIN, signal }: { margin?: Milliseconds; signal?: AbortSignal } = {},
): Promise<number> {
  let counted = 0;
  const alone = (recount: () => Promise<void>) => {
    signal?.throwIfAborted();
    return drain.between(recount);
  };
  try {
    for (
      let window = await nextWindow(eventStore, margin, now());
      window;
      window = await nextWindow(eventStore, margin, now())
    ) {
      const { isLast, ...span } = window;
      counted += await recountWindow(eventStore, span, { alone, signal });
      await finishWindow(eventStore, span);
      // Events that arrived meanwhile wait for the next run. Otherwise, with constant traffic, their sessions would be recounted again
      // and again.
      if (isLast) break;
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  return counted;
}

/**
 * Runs {@link reconcile} now and every few minutes, and once a night looks for sessions that are still miscounted.
 * @returns a function that stops it; resolves once nothing is running.
 */
export function startReconciling({ site, log, ...parts }: ReconcileOptions): () => Promise<void> {
  const { eventStore, drain, now = Date.now } = parts;
  const nightOf = () => Math.floor((wallClockOf(now(), site.current().timeZone) - NIGHT) / ONE_DAY);
  let lastNight = nightOf();

  const work = async (signal: AbortSignal) => {
    const ahead = await correctMark(eventStore);
    if (ahead !== null)
      log.warn(
        { seconds: Math.round(ahead / ONE_SECOND) },
        "Sessions were marked as counted up to a time that the event store's clock has not reached. Counting those of the last day again; check the clocks.",
      );
    if (signal.aborted) return;
    await reconcile(parts, { signal });
    if (ahead === null && nightOf() === lastNight) return;
    const { sessions, failure } = await recountMiscounted(eventStore, now(), {
      alone: (recount) => drain.between(recount),
      signal,
    });
    if (sessions > 0) log.warn({ sessions }, "Counted sessions again whose events arrived late.");
    // A day that can't be compared is retried the next night, not every few minutes.
    lastNight = nightOf();
    if (failure) log.warn({ err: failure }, "Some days could not be compared with their events.");
  };
  const job = startJob({
    name: "sessions",
    interval: INTERVAL,
    run: ({ signal }) => work(signal),
    failure: "Failed to update the rollup; retrying in a few minutes.",
    log,
  });
  return job.stop;
}
