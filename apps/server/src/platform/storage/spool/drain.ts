import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import pLimit from "p-limit";
import type { Logger } from "pino";
import { backoffDelay } from "../../time/backoff.ts";
import { describeInsertError } from "../events/insertErrors.ts";
import type { Spool } from "./spool.ts";
import type { BlockLimits, SpoolBlock } from "./spoolFile.ts";

export interface DrainStatus {
  /** False while the event store accepts no rows, which then wait in the spool. */
  draining: boolean;
  /** Number of waiting rows. */
  depth: number;
  /** Keys of the oldest and the newest waiting row; null without any. */
  keys: { first: number; last: number } | null;
  /** When the oldest waiting row arrived; null without any. */
  oldestAt: Timestamp | null;
  /** How often the event store has rejected a block since the process started. */
  failures: number;
  /** The reason for people, without parts of rows. */
  lastError: string | null;
}

/** The part of a {@link Drain} for other rooms and the server's process. */
export interface DrainControl {
  /** @throws when the process that drains is restarting. */
  status(): Promise<DrainStatus>;
  /** Runs a task between two blocks. This drain inserts nothing while the task runs. */
  between<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Moves rows from the spool into the event store, in order and in large blocks. */
export interface Drain extends DrainControl {
  /** Moves as many rows as possible within 5 s, then stops; the rest stays in the spool. */
  stop(): Promise<void>;
}

interface DrainOptions {
  spool: Pick<Spool, "nextBlock" | "removeThrough" | "depth" | "keys" | "oldestAt">;
  /**
   * Stores a block, without rows that the event store can't read. A block whose token is already stored changes nothing.
   * @throws when the event store is unavailable.
   */
  insert: (block: SpoolBlock) => Promise<void>;
  /** When to start; immediately by default. */
  start?: Promise<void> | undefined;
  log: Logger;
  limits?: BlockLimits;
  /** Pause after a block that is not full, in milliseconds. */
  interval?: Milliseconds;
}

/** Limits memory use: the embedded store holds several copies of a block while inserting it. */
const BLOCK: BlockLimits = { rows: 5000, bytes: 16 * 1024 ** 2 };
const RETRY_DELAYS = { base: ONE_SECOND, longest: 15 * ONE_SECOND };
const NOTHING = { moved: 0, isFull: false };
const STOP_DEADLINE: Milliseconds = 5 * ONE_SECOND;

export function startDrain({
  spool,
  insert,
  start,
  log,
  limits = BLOCK,
  interval = 250,
}: DrainOptions): Drain {
  let lastError: string | null = null;
  let allFailures = 0;
  let isStopping = false;
  let isOver = false;
  let stopped: Promise<void> | undefined;
  let wake: () => void = () => undefined;

  const turns = pLimit(1);
  const moveBlock = () => turns(moveOne);

  async function moveOne(): Promise<{ moved: number; isFull: boolean }> {
    const block = await spool.nextBlock(limits);
    if (block.count === 0) return NOTHING;
    await insert(block);
    // After the deadline the spool may be closed; the next start sends the block again.
    if (isOver) return NOTHING;
    await spool.removeThrough(block.lastKey);
    return { moved: block.count, isFull: block.isFull };
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
    await start;
    while (!isStopping) {
      try {
        const { isFull } = await moveBlock();
        lastError = null;
        failures = 0;
        if (!isFull) await pause(interval);
      } catch (error) {
        lastError = describeInsertError(error);
        log.warn(
          { err: error, depth: spool.depth() },
          "The event store isn't accepting rows; they stay in the spool.",
        );
        failures += 1;
        allFailures += 1;
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
      lastError = describeInsertError(error);
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
    status: async () => ({
      draining: lastError === null,
      depth: spool.depth(),
      keys: spool.keys(),
      oldestAt: spool.oldestAt(),
      failures: allFailures,
      lastError,
    }),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
