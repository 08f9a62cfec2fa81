import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import { deletionRequests } from "../storage/records/schema.ts";
import { createDeletionRunner, type DeletionStores } from "./carryOutDeletions.ts";
import type { RequestedIdentities } from "./identities.ts";

/** Deletes people's data on request: at once, and again when data that was in flight has arrived. */
export interface Deletions {
  /**
   * Stores a request and resolves; the deletion follows soon after, even across a restart.
   * @param subject the requested ID or email address.
   * @param requestedBy email address of the requesting account, or "visitor" for a withdrawal.
   * @param identities of the subject; null for a withdrawal, where `subject` is the anonymous ID.
   */
  request(subject: string, requestedBy: string, identities?: RequestedIdentities | null): Promise<void>;
  stop(): Promise<void>;
}

interface DeletionsOptions extends DeletionStores {
  log: Logger;
  interval?: Milliseconds;
}

export function startDeletions(options: DeletionsOptions): Deletions {
  const { db, now, log, interval = 2 * ONE_SECOND } = options;
  const carryOutDue = createDeletionRunner(options);

  /** @returns whether deletions are still pending; true after an error, so that they are retried. */
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
  /** Ends the pause before a round when the server stops. */
  const stopping = new AbortController();
  let rest: Milliseconds = 0;
  /**
   * Runs a round and schedules the next one while deletions are pending. Before each round it pauses for as long as the previous round took,
   * so that deletions take at most half of the time and events can be inserted.
   */
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
  /** Requests that arrive during a round share the next one. */
  const wake = () => {
    if (isWaiting) return;
    isWaiting = true;
    running = running.then(round);
  };
  wake();
  return {
    async request(visitorId, requestedBy, identities = null) {
      const requestedAt = new Date(now());
      await db.insert(deletionRequests).values({ visitorId, requestedBy, requestedAt, identities });
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
