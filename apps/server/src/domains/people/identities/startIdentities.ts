import { type Milliseconds, ONE_DAY, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import { and, eq, lt, or } from "drizzle-orm";
import type { Logger } from "pino";
import { startJob } from "../../../platform/jobs/startJob.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { SigningKey } from "../../../platform/storage/records/signingKeys.ts";
import { identities } from "../tables.ts";
import { followEvents } from "./followEvents.ts";
import { linkEarlierLeads } from "./linkLeads.ts";
import { createEmailHash, type HashEmail } from "./names.ts";

/** Keeps the table of identities up to date with the events. */
export interface Identities {
  hashEmail: HashEmail;
  /** Resolves once all events in the store at the time of the call are linked. */
  catchUp(): Promise<void>;
  /** Ends a run before its next page; the rest is read at the next start. */
  stop(): Promise<void>;
}

interface IdentitiesOptions {
  eventStore: Pick<EventStore, "query">;
  db: RecordsDatabase;
  /** Hashes email addresses. */
  key: SigningKey;
}

const INTERVAL: Milliseconds = ONE_MINUTE;

export function createIdentities({ eventStore, db, key }: IdentitiesOptions): Identities {
  const hashEmail = createEmailHash(key);
  const stopping = new AbortController();
  const { signal } = stopping;
  let areLeadsLinked = false;
  const run = async () => {
    if (!areLeadsLinked) await linkEarlierLeads(db, hashEmail, signal);
    areLeadsLinked = true;
    await followEvents({ eventStore, db, hashEmail, signal });
  };
  let running: Promise<void> = Promise.resolve();
  /** A run that has not started yet, shared by all callers until then. */
  let next: Promise<void> | null = null;
  return {
    hashEmail,
    catchUp() {
      next ??= running
        .catch(() => undefined)
        .then(() => {
          running = run();
          next = null;
          return running;
        });
      return next;
    },
    async stop() {
      stopping.abort();
      await running.catch(() => undefined);
    },
  };
}

interface SweepOptions {
  db: RecordsDatabase;
  identities: Identities;
  /** Retention of events in days; null to keep them forever. */
  retentionDays: number | null;
  now: () => Timestamp;
  log: Logger;
}

/** Catches up with the events now and every minute, and removes names whose events have expired. @returns a function that stops it. */
export function startFollowing({
  db,
  identities,
  retentionDays,
  now,
  log,
}: SweepOptions): () => Promise<void> {
  const job = startJob({
    name: "identities",
    interval: INTERVAL,
    async run() {
      await identities.catchUp();
      if (retentionDays !== null) await expireNames(db, now() - retentionDays * ONE_DAY);
    },
    failure: "Failed to read the names in new events; retrying in a minute.",
    log,
  });
  return async () => {
    await Promise.all([job.stop(), identities.stop()]);
  };
}

/**
 * Removes names last seen in events before `until`. User IDs and addresses of leads stay as long as the
 * leads.
 */
async function expireNames(db: RecordsDatabase, until: Timestamp): Promise<void> {
  const isOfEvents = or(eq(identities.source, "event"), eq(identities.kind, "anonymous"));
  await db.delete(identities).where(and(lt(identities.lastSeenAt, new Date(until)), isOfEvents));
}
