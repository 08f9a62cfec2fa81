import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import { startJob } from "../../../platform/jobs/startJob.ts";
import { hashSubject } from "../identities/names.ts";
import { deletionRequests } from "../tables.ts";
import { createDeletionRunner, type DeletionStores } from "./carryOutDeletions.ts";
import type { RequestedIdentities } from "./identities.ts";

/** Deletes people's data on request: immediately, and again when data in flight has arrived. */
export interface Deletions {
  /**
   * Stores a request and resolves; the deletion follows soon after, even across a restart.
   * @param subject the requested ID or email address.
   * @param requestedBy email address of the requesting account, or "visitor" for a withdrawal.
   * @param withLeads whether the caller deletes the person's leads, too.
   * @param identities of the subject; null for a withdrawal, where `subject` is the anonymous ID.
   */
  request(
    subject: string,
    requestedBy: string,
    identities?: RequestedIdentities | null,
    withLeads?: boolean,
  ): Promise<void>;
  stop(): Promise<void>;
}

interface DeletionsOptions extends DeletionStores {
  log: Logger;
  interval?: Milliseconds;
}

export function startDeletions(options: DeletionsOptions): Deletions {
  const { db, now, log, interval = 2 * ONE_SECOND } = options;
  const carryOutDue = createDeletionRunner(options);

  let rest: Milliseconds = 0;
  let isResting = false;
  /**
   * Before each round, it pauses for as long as the previous round took, so that deletions take at most half of the time and events can be
   * inserted. Requests that arrive meanwhile share the next round.
   */
  const job = startJob({
    name: "deletions",
    interval: null,
    async run({ signal, nextIn }) {
      isResting = true;
      await sleep(rest, undefined, { signal });
      isResting = false;
      const began = performance.now();
      try {
        if (await carryOutDue()) nextIn(interval);
      } finally {
        rest = performance.now() - began;
      }
    },
    retryIn: () => interval,
    failure: "Failed to delete a visitor's events; retrying.",
    log,
  });
  return {
    async request(visitorId, requestedBy, identities = null, withLeads = false) {
      const requestedAt = new Date(now());
      const subjectHash = hashSubject(visitorId, options.identities.hashEmail);
      await db
        .insert(deletionRequests)
        .values({ visitorId, subjectHash, requestedBy, requestedAt, identities, withLeads });
      // During the pause, the next round has not read the requests yet.
      if (!isResting) job.wake();
    },
    stop: job.stop,
  };
}
