import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import { erasures } from "../storage/records/schema.ts";
import { createDeletionRunner, type ErasureStores } from "./carryOutErasures.ts";
import type { Identities } from "./identities.ts";

/** Deletes people's events on request: at once, and again when what was still under way has arrived. */
export interface Deletions {
  /**
   * Resolves once the request is kept; it is carried out soon after, over restarts too.
   * @param subject the id or address that was named. @param identities its names; null for a visitor who withdraws, whose anonymous id it is.
   */
  request(subject: string, requestedBy: string, identities?: Identities | null): Promise<void>;
  stop(): Promise<void>;
}

interface DeletionsOptions extends ErasureStores {
  log: Logger;
  interval?: Milliseconds;
}

export function startDeletions(options: DeletionsOptions): Deletions {
  const { db, now, log, interval = 2 * ONE_SECOND } = options;
  const carryOutDue = createDeletionRunner(options);

  /** @returns whether something is left to do. */
  async function carryOut(): Promise<boolean> {
    try {
      return await carryOutDue();
    } catch (error) {
      log.warn({ err: error }, "Failed to delete a visitor's events; retrying.");
      return true;
    }
  }

  let isStopped = false;
  let isWaiting = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  /** What wakes a rest when the server stops. */
  const stopping = new AbortController();
  let rest: Milliseconds = 0;
  /** Goes round as long as something is open, and rests when nothing is. Never takes more than half of the time: events must get in. */
  const round = async () => {
    await sleep(rest, undefined, { signal: stopping.signal }).catch(() => undefined);
    isWaiting = false;
    clearTimeout(timer);
    if (isStopped) return;
    const began = performance.now();
    const isOpen = await carryOut();
    rest = performance.now() - began;
    if (isOpen && !isStopped) timer = setTimeout(wake, interval);
  };
  /** Requests that come while a round is under way share the next one. */
  const wake = () => {
    if (isWaiting) return;
    isWaiting = true;
    running = running.then(round);
  };
  wake();
  return {
    async request(visitorId, requestedBy, identities = null) {
      const requestedAt = new Date(now());
      await db.insert(erasures).values({ visitorId, requestedBy, requestedAt, identities });
      wake();
    },
    async stop() {
      isStopped = true;
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
