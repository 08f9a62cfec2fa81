import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import pLimit from "p-limit";
import type { Logger } from "pino";
import { backoffDelay } from "../../time/backoff.ts";
import type { EventRow } from "../events/eventRow.types.ts";
import type { Spool, SpoolBlock, SpooledRow } from "./spool.ts";

/** Moves rows from the spool into the event store, in order and in large blocks. */
export interface Drain {
  /** `draining` is false while the event store rejects rows; they wait in the spool. */
  status(): { draining: boolean; depth: number; lastError: string | null };
  /** Runs a task between two blocks. This drain inserts nothing while the task runs. */
  between<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Moves as many rows as possible within 5 s, then stops; the rest stays in the spool. */
  stop(): Promise<void>;
}

interface DrainOptions<Row extends SpooledRow> {
  spool: Spool<Row>;
  /** Stores a block. A block whose token is already stored changes nothing. @throws when the event store rejects it or is unavailable. */
  insert: (rows: readonly Row[], token: string) => Promise<void>;
  log: Logger;
  blockSize?: number;
  /** Pause after a block that is not full, in milliseconds. */
  interval?: Milliseconds;
}

const RETRY_DELAYS = { base: ONE_SECOND, longest: 15 * ONE_SECOND };
const NOTHING = { moved: 0, isFull: false };
const STOP_DEADLINE: Milliseconds = 5 * ONE_SECOND;

export function startDrain<Row extends SpooledRow = EventRow>({
  spool,
  insert,
  log,
  blockSize = 5000,
  interval = 250,
}: DrainOptions<Row>): Drain {
  let lastError: string | null = null;
  let isStopping = false;
  let isOver = false;
  let stopped: Promise<void> | undefined;
  let wake: () => void = () => undefined;

  const turns = pLimit(1);
  const moveBlock = () => turns(moveOne);

  async function moveOne(): Promise<{ moved: number; isFull: boolean }> {
    const block = await spool.nextBlock(blockSize);
    if (block.rows.length === 0) return NOTHING;
    await insert(block.rows, tokenOf(block));
    // After the deadline the spool may be closed; the next start sends the block again.
    if (isOver) return NOTHING;
    await spool.removeThrough(block.lastKey);
    return { moved: block.rows.length, isFull: block.isFull };
  }

  const pause = (delay: Milliseconds) =>
    new Promise<void>((resolve) => {
      if (isStopping) return resolve();
      const timer = setTimeout(resolve, delay);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    let failures = 0;
    while (!isStopping) {
      try {
        const { isFull } = await moveBlock();
        lastError = null;
        failures = 0;
        if (!isFull) await pause(interval);
      } catch (error) {
        lastError = errorMessage(error);
        log.warn(
          { err: error, depth: spool.depth() },
          "The event store rejects rows; they are kept in the spool.",
        );
        failures += 1;
        await pause(backoffDelay(failures, RETRY_DELAYS));
      }
    }
  }

  async function empty(): Promise<void> {
    while (!isOver && (await moveBlock()).moved > 0);
  }

  async function stop(): Promise<void> {
    isStopping = true;
    wake();
    const rest = running.then(empty).catch((error: unknown) => {
      lastError = errorMessage(error);
    });
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, STOP_DEADLINE).unref());
    await Promise.race([rest, deadline]);
    isOver = true;
    const depth = spool.depth();
    if (depth > 0)
      log.warn({ depth, lastError }, "Stopped with rows in the spool; they are moved at the next start.");
  }

  const running = run();
  return {
    between: (task) => turns(task),
    status: () => ({ draining: lastError === null, depth: spool.depth(), lastError }),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A retry sends the same rows with the same token, so the store recognizes a block even if its response was lost. */
function tokenOf({ rows, firstKey, lastKey }: SpoolBlock<SpooledRow>): string {
  return `${firstKey}-${lastKey}-${rows[0]?.message_id}`;
}
