import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import type { EventStore } from "../events/eventStore.ts";
import type { Spool, SpoolBlock } from "./spool.ts";

/** Moves events from the spool into the event store, in order and in large blocks. */
export interface Drain {
  /** `draining` is false while the event store refuses; events wait in the spool meanwhile. */
  status(): { draining: boolean; depth: number; lastError: string | null };
  /** Moves what can be moved within a deadline, then stops; the rest stays in the spool. */
  stop(): Promise<void>;
}

interface DrainOptions {
  spool: Spool;
  eventStore: Pick<EventStore, "insertEvents">;
  log: Logger;
  blockSize?: number;
  /** Pause between blocks while there is less than a whole one. */
  interval?: Milliseconds;
}

const FIRST_RETRY_DELAY: Milliseconds = 500;
const LONGEST_RETRY_DELAY: Milliseconds = 15 * ONE_SECOND;
const STOP_DEADLINE: Milliseconds = 5 * ONE_SECOND;

export function startDrain({
  spool,
  eventStore,
  log,
  blockSize = 20_000,
  interval = 250,
}: DrainOptions): Drain {
  let lastError: string | null = null;
  let isStopping = false;
  let wake: () => void = () => undefined;
  /** A block is sent again just as it was: the store knows it by its token, even if its answer was lost. */
  let unanswered: SpoolBlock | null = null;

  async function moveBlock(): Promise<number> {
    const block = unanswered ?? spool.read(blockSize);
    if (block.rows.length === 0) return 0;
    unanswered = block;
    await eventStore.insertEvents(block.rows, tokenOf(block));
    await spool.removeThrough(block.lastKey);
    unanswered = null;
    return block.rows.length;
  }

  const pause = (delay: Milliseconds) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delay);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    let retryDelay = FIRST_RETRY_DELAY;
    while (!isStopping) {
      try {
        const moved = await moveBlock();
        lastError = null;
        retryDelay = FIRST_RETRY_DELAY;
        if (moved < blockSize) await pause(interval);
      } catch (error) {
        lastError = error instanceof Error ? error.message : String(error);
        log.warn(
          { err: error, depth: spool.depth() },
          "Events wait in the spool: the event store refuses them.",
        );
        await pause(retryDelay);
        retryDelay = Math.min(retryDelay * 2, LONGEST_RETRY_DELAY);
      }
    }
  }

  async function empty(): Promise<void> {
    while ((await moveBlock()) > 0);
  }

  const running = run();
  return {
    status: () => ({ draining: lastError === null, depth: spool.depth(), lastError }),
    async stop() {
      isStopping = true;
      wake();
      await running;
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, STOP_DEADLINE).unref());
      await Promise.race([empty(), deadline]).catch((error: unknown) => {
        log.warn(
          { err: error, depth: spool.depth() },
          "Stopped with events in the spool; the next start moves them.",
        );
      });
    },
  };
}

/**
 * The same rows get the same token after a restart too, as long as the block is cut at the same place; where it is not, the message
 * ids make copies one.
 */
function tokenOf({ rows, firstKey, lastKey }: SpoolBlock): string {
  return `${firstKey}-${lastKey}-${rows[0]?.message_id}`;
}
