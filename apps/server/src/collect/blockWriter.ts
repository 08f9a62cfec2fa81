import { randomUUID } from "node:crypto";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";

/** Writes what gathers in memory into a store, at intervals, in blocks. */
export interface BlockWriter {
  /** Writes what waits now; resolves whether or not the store took it. */
  flush(): Promise<void>;
  /** Writes the rest within a deadline and stops. */
  stop(): Promise<void>;
}

/** @param token names the block: a store that knows it already changes nothing. */
export type WriteBlock<Row> = (rows: readonly Row[], token: string) => Promise<void>;

interface BlockWriterOptions<Row> {
  /** Row name for the log. */
  name: string;
  /** Gives out what waits, and forgets it. */
  take: () => Row[];
  write: WriteBlock<Row>;
  interval: Milliseconds;
  log: Pick<Logger, "warn">;
}

const STOP_DEADLINE: Milliseconds = 2 * ONE_SECOND;

/** A block that the store refused is sent again just as it was until it is taken: the answer alone may have been lost. */
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
