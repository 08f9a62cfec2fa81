import { randomUUID } from "node:crypto";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";

/** Writes buffered rows to a store in blocks, at an interval. */
export interface BlockWriter {
  /** Writes the buffered rows; resolves even if the store rejects them. */
  flush(): Promise<void>;
  /** Writes the remaining rows within two seconds and stops. */
  stop(): Promise<void>;
}

/** @param token identifies the block. A store that already has a block with this token ignores it. */
export type WriteBlock<Row> = (rows: readonly Row[], token: string) => Promise<void>;

interface BlockWriterOptions<Row> {
  /** Row name for the log. */
  name: string;
  /** Returns the buffered rows and clears the buffer. */
  take: () => Row[];
  write: WriteBlock<Row>;
  interval: Milliseconds;
  log: Pick<Logger, "warn">;
}

const STOP_DEADLINE: Milliseconds = 2 * ONE_SECOND;

/** A failed block is resent unchanged until the write succeeds, because the store may have stored it and only the response was lost. */
export function startBlockWriter<Row>(options: BlockWriterOptions<Row>): BlockWriter {
  const { name, take, write, interval, log } = options;
  let unanswered: { rows: Row[]; token: string } | null = null;
  let isRefused = false;
  let running: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    try {
      for (let block = unanswered ?? nextBlock(take); block; block = nextBlock(take)) {
        unanswered = block;
        await write(block.rows, block.token);
        unanswered = null;
      }
      isRefused = false;
    } catch (error) {
      if (!isRefused) log.warn({ err: error }, `The event store rejects ${name}; they are held in memory.`);
      isRefused = true;
    }
  }

  const flush = () => {
    running ??= writeAll().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = setInterval(flush, interval);
  timer.unref();
  return {
    flush,
    async stop() {
      clearInterval(timer);
      const deadline = new Promise<void>((resolve) => setTimeout(resolve, STOP_DEADLINE).unref());
      await Promise.race([flush().then(flush), deadline]);
    },
  };
}

function nextBlock<Row>(take: () => Row[]): { rows: Row[]; token: string } | null {
  const rows = take();
  return rows.length > 0 ? { rows, token: randomUUID() } : null;
}
