import {
  dayOf,
  instantAt,
  type Milliseconds,
  ONE_DAY,
  ONE_HOUR,
  ONE_MINUTE,
  type Timestamp,
} from "@marquee/contract";
import type { ErasureState } from "@marquee/contract/schema";
import { and, count, gt, isNotNull, isNull, lte, max, min } from "drizzle-orm";
import type { Logger } from "pino";
import { startJob } from "../jobs/startJob.ts";
import type { CurrentSite } from "../site/startSite.ts";
import { hasMarkedRows } from "../storage/events/applyDeletions.ts";
import { isMigrating } from "../storage/events/migrations/isMigrating.ts";
import type { Records } from "../storage/records/records.ts";
import { deletionRequests } from "../storage/records/schema.ts";
import { type EraseStep, type EraseStores, eraseFiles } from "./eraseFiles.ts";

/** Removes deleted data from the files of the stores: at night, at most a day after it was deleted, and when asked to. */
export interface Erasure {
  /**
   * Removes what was deleted before the call. @param onStep called before each step.
   * @throws what went wrong; it is tried again by itself.
   */
  runNow(onStep: (step: EraseStep) => void): Promise<ErasedFiles>;
  state(): Promise<ErasureState>;
  stop(): Promise<void>;
}

export interface ErasedFiles {
  /** Deletions whose data left the files with this run. */
  erased: number;
  /** Deletions that are not complete yet, and follow later. */
  pending: number;
}

interface ErasureOptions extends EraseStores {
  records: Records;
  site: Pick<CurrentSite, "current">;
  now: () => Timestamp;
  log: Pick<Logger, "info" | "warn">;
  interval?: Milliseconds;
}

/** On the site's clocks, when few people visit most sites. */
const QUIET_HOUR = 4;
/** From the request, including the time that a run takes. */
const LATEST: Milliseconds = 23 * ONE_HOUR;
const INTERVAL: Milliseconds = 10 * ONE_MINUTE;

const { requestedAt, completedAt, erasedAt } = deletionRequests;

/**
 * Looks every ten minutes whether it is time. Instances that share stores take turns, and each rewrites its own spools.
 */
export function startErasure(options: ErasureOptions): Erasure {
  const { eventStore, records, ingest, site, now, log, interval = INTERVAL } = options;
  const { db } = records;
  let running: { since: Timestamp } | null = null;
  /** Up to when what was deleted has left the spools of this instance. */
  let spoolsUntil: Timestamp = 0;
  let lastNight: Timestamp = 0;
  /** Runs that were asked for. */
  let waiting: ((step: EraseStep) => void)[] = [];
  let outcome: { erased: number } | { error: unknown } = { erased: 0 };

  const quietHourAfter = (instant: Timestamp): Timestamp => {
    const { timeZone } = site.current();
    const day = dayOf({ now: instant, timeZone });
    const today = instantAt(day + QUIET_HOUR * ONE_HOUR, timeZone);
    return today > instant ? today : instantAt(day + ONE_DAY + QUIET_HOUR * ONE_HOUR, timeZone);
  };
  const dueAt = (request: { requestedAt: Date; completedAt: Date } | null): Timestamp | null =>
    request &&
    Math.min(quietHourAfter(request.completedAt.getTime()), request.requestedAt.getTime() + LATEST);

  /** The times of the deletions that are complete and wait, each the earliest; null without any. */
  const readOldest = async (since?: Timestamp) => {
    const [row] = await db
      .select({ requestedAt: min(requestedAt), completedAt: min(completedAt) })
      .from(deletionRequests)
      .where(
        since === undefined
          ? and(isNotNull(completedAt), isNull(erasedAt))
          : gt(completedAt, new Date(since)),
      );
    return row?.requestedAt && row.completedAt
      ? { requestedAt: row.requestedAt, completedAt: row.completedAt }
      : null;
  };

  const isNight = () => {
    const night = quietHourAfter(now()) - ONE_DAY;
    return now() - night < ONE_HOUR && lastNight < night;
  };

  const rewriteSpools = async (onStep: (step: EraseStep) => void) => {
    onStep({ name: "spools", done: 0, of: 0 });
    const until = now();
    await ingest.rewriteSpools();
    spoolsUntil = until;
  };
  const eraseShared = async (onStep: (step: EraseStep) => void, signal: AbortSignal): Promise<number> => {
    const until = new Date(now());
    await eraseFiles(options, onStep, signal);
    const erased = await db
      .update(deletionRequests)
      .set({ erasedAt: new Date(now()) })
      .where(and(lte(completedAt, until), isNull(erasedAt)))
      .returning({ id: deletionRequests.id });
    return erased.length;
  };

  const job = startJob({
    name: "erasure",
    first: ONE_MINUTE,
    interval,
    async run({ signal, skip }) {
      const asked = waiting;
      waiting = [];
      const onStep = (step: EraseStep) => {
        for (const tell of asked) tell(step);
      };
      if (!records.isOpen() && asked.length === 0) return skip();
      outcome = { erased: 0 };
      try {
        const isDue = async (since?: Timestamp) => {
          const due = dueAt(await readOldest(since));
          return asked.length > 0 || (due !== null && due <= now());
        };
        const isNightRun = isNight();
        const isSpoolDue = await isDue(spoolsUntil);
        const isSharedDue = (await isDue()) || (isNightRun && (await hasMarkedRows(eventStore)));
        if (!isSpoolDue && !isSharedDue) return skip();
        // A migration copies what is deleted now; deletions wait for it, too.
        if (await isMigrating(eventStore)) throw new Error("The event store is being migrated.");
        running = { since: now() };
        await rewriteSpools(onStep);
        if (isSharedDue)
          await records.alone(
            async (lost) => {
              // Another instance may have done it meanwhile.
              if (asked.length === 0 && !(await isDue()) && !(await hasMarkedRows(eventStore))) return;
              outcome = { erased: await eraseShared(onStep, AbortSignal.any([signal, lost])) };
            },
            { signal },
          );
        if (isNightRun) lastNight = now();
        if ("erased" in outcome && outcome.erased > 0)
          log.info(`Removed what ${outcome.erased} deletions left from the stores' files.`);
      } catch (error) {
        outcome = { error };
        throw error;
      } finally {
        running = null;
      }
    },
    failure: "Failed to remove deleted data from the stores' files; trying again in ten minutes.",
    log,
  });
  return {
    async runNow(onStep) {
      waiting.push(onStep);
      await job.run();
      if ("error" in outcome) throw outcome.error;
      const pending = await db.$count(deletionRequests, isNull(completedAt));
      return { erased: outcome.erased, pending };
    },
    async state() {
      const [row] = await db.select({ lastAt: max(erasedAt) }).from(deletionRequests);
      const [left] = await db.select({ waiting: count() }).from(deletionRequests).where(isNull(erasedAt));
      return {
        lastAt: row?.lastAt?.getTime() ?? null,
        waiting: left?.waiting ?? 0,
        nextAt: dueAt(await readOldest()),
        runningSince: running?.since ?? null,
      };
    },
    stop: job.stop,
  };
}
