import { setTimeout as sleep } from "node:timers/promises";
import { ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import { isUnreachable } from "../../errors/isUnreachable.ts";
import { backoffDelay } from "../../time/backoff.ts";
import type { Records } from "./records.ts";

interface WhenOpenOptions {
  records: Pick<Records, "isOpen" | "opened">;
  /** As in "create the owner", for the log. */
  name: string;
  log: Pick<Logger, "error">;
}

const RETRIES = { base: ONE_SECOND, longest: ONE_MINUTE };

/**
 * Runs a task at the start of the server, or once the store is available, and again if the store becomes
 * unavailable during it.
 * @throws the task's error if the store is available; later errors are logged.
 */
export async function whenOpen(
  { records, name, log }: WhenOpenOptions,
  task: () => Promise<void>,
): Promise<void> {
  if (records.isOpen()) {
    try {
      return await task();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
    }
  }
  const later = async () => {
    await records.opened;
    for (let failures = 1; ; failures += 1) {
      try {
        return await task();
      } catch (error) {
        log.error({ err: error }, `Failed to ${name}.`);
        if (!isUnreachable(error)) return;
        await sleep(backoffDelay(failures, RETRIES), undefined, { ref: false });
      }
    }
  };
  // A store that can't be opened ends the server.
  later().catch(() => undefined);
}
