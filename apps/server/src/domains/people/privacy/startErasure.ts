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
import { and, gt, isNotNull, isNull, lte, max, min, type SQL } from "drizzle-orm";
import type { Logger } from "pino";
import { startJob } from "../../../platform/jobs/startJob.ts";
import { hasMarkedRows, MIGRATING } from "../../../platform/storage/events/applyDeletions.ts";
import { isMigrating } from "../../../platform/storage/events/migrations/isMigrating.ts";
import type { Records } from "../../../platform/storage/records/records.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import { deletionRequests } from "../tables.ts";
import { type EraseStep, type EraseStores, eraseFiles } from "./eraseFiles.ts";
import { openSpoolsMark } from "./spoolsMark.ts";

/** Removes deleted data from the files of the stores: at night, within a day of the deletion, and on demand. */
export interface Erasure {
  /**
   * Removes data deleted before the call. @param onStep called before each step.
   * @throws on failure; the job retries automatically.
   */
  runNow(onStep: OnStep): Promise<ErasedFiles>;
  state(): Promise<ErasureState>;
  stop(): Promise<void>;
}

type OnStep = (step: EraseStep) => void;

export interface ErasedFiles {
  /** Deletions whose data left the files with this run. */
  erased: number;
  /** Deletions that are not complete yet and will follow. */
  pending: number;
}

interface ErasureOptions extends EraseStores {
  records: Records;
  site: Pick<CurrentSite, "current">;
  /** Data folder with this instance's spools. */
  dataDir: string;
  now: () => Timestamp;
  log: Pick<Logger, "info" | "warn">;
}

/** Hour in the site's time zone at which most sites have few visitors. */
const QUIET_HOUR = 4;
/** Latest start after the request, so that a run of an hour ends within a day. */
const LATEST: Milliseconds = 23 * ONE_HOUR;
const INTERVAL: Milliseconds = 10 * ONE_MINUTE;

const { requestedAt, completedAt, erasedAt } = deletionRequests;

interface ErasureRun {
  signal: AbortSignal;
  /** Set for a run on demand, which does not wait for the night. */
  onStep: OnStep | null;
}

/**
 * The check of an instance whether it is time, and the run. Instances that share stores take turns, and each rewrites its own spools.
 */
export function createErasureRunner(options: Omit<ErasureOptions, "log">) {
  const { eventStore, records, ingest, site, dataDir, now } = options;
  const { db } = records;
  let runningSince: Timestamp | null = null;
  const spoolsMark = openSpoolsMark(dataDir);
  let lastNight: Timestamp = 0;

  const quietHourAfter = (instant: Timestamp): Timestamp => {
    const { timeZone } = site.current();
    const day = dayOf({ now: instant, timeZone });
    const today = instantAt(day + QUIET_HOUR * ONE_HOUR, timeZone);
    return today > instant ? today : instantAt(day + ONE_DAY + QUIET_HOUR * ONE_HOUR, timeZone);
  };
  const isNight = () => {
    const night = quietHourAfter(now()) - ONE_DAY;
    return now() - night < ONE_HOUR && lastNight < night;
  };
  /** The time by which matching deletions must be erased; null without any. */
  const readDueAt = async (condition: SQL | undefined): Promise<Timestamp | null> => {
    const [row] = await db
      .select({ requestedAt: min(requestedAt), completedAt: min(completedAt) })
      .from(deletionRequests)
      .where(condition);
    if (!row?.requestedAt || !row.completedAt) return null;
    return Math.min(quietHourAfter(row.completedAt.getTime()), row.requestedAt.getTime() + LATEST);
  };
  const isWaiting = and(isNotNull(completedAt), isNull(erasedAt));
  const isDue = async (condition: SQL | undefined) => {
    const due = await readDueAt(condition);
    return due !== null && due <= now();
  };

  const rewriteSpools = async (onStep: OnStep) => {
    onStep({ name: "spools", done: 0, of: 0 });
    const until = now();
    await ingest.rewriteSpools();
    await spoolsMark.write(until);
  };
  const eraseShared = async (onStep: OnStep, signal: AbortSignal): Promise<number> => {
    const until = new Date(now());
    await eraseFiles(options, onStep, signal);
    const erased = await db
      .update(deletionRequests)
      .set({ erasedAt: new Date(now()) })
      .where(and(lte(completedAt, until), isNull(erasedAt)))
      .returning({ id: deletionRequests.id });
    return erased.length;
  };

  return {
    /** @returns the number of erased deletions; null if it was not time. */
    async run({ signal, onStep }: ErasureRun): Promise<number | null> {
      const tell = onStep ?? (() => undefined);
      const isNightRun = isNight();
      const isSharedDue = async () =>
        onStep !== null || (await isDue(isWaiting)) || (isNightRun && (await hasMarkedRows(eventStore)));
      const isShared = await isSharedDue();
      if (!isShared && !(await isDue(gt(completedAt, new Date(await spoolsMark.read()))))) return null;
      // A migration may copy data that is being deleted; deletions also wait for it.
      if (isShared && (await isMigrating(eventStore))) throw new Error(MIGRATING);
      runningSince = now();
      let erased = 0;
      try {
        await rewriteSpools(tell);
        if (isShared)
          await records.alone(
            async (lost) => {
              // Another instance may have run meanwhile.
              if (await isSharedDue()) erased = await eraseShared(tell, AbortSignal.any([signal, lost]));
            },
            { turn: "erasure", signal },
          );
      } finally {
        runningSince = null;
      }
      if (isNightRun) lastNight = now();
      return erased;
    },
    async state(): Promise<ErasureState> {
      const [row] = await db.select({ lastAt: max(erasedAt) }).from(deletionRequests);
      return {
        lastAt: row?.lastAt?.getTime() ?? null,
        waiting: await db.$count(deletionRequests, isNull(erasedAt)),
        nextAt: await readDueAt(isWaiting),
        runningSince,
      };
    },
    countPending: () => db.$count(deletionRequests, isNull(completedAt)),
  };
}

/** Checks every ten minutes whether it is time. */
export function startErasure({ log, ...options }: ErasureOptions): Erasure {
  const runner = createErasureRunner(options);
  /** Callers waiting for the next run. */
  let waiting: OnStep[] = [];
  let outcome: { erased: number } | { error: unknown } = { erased: 0 };
  const job = startJob({
    name: "erasure",
    first: ONE_MINUTE,
    interval: INTERVAL,
    async run({ signal, skip }) {
      const asking = waiting;
      waiting = [];
      const onStep: OnStep = (step) => {
        for (const tell of asking) tell(step);
      };
      if (asking.length === 0 && !options.records.isOpen()) return skip();
      try {
        const erased = await runner.run({ signal, onStep: asking.length > 0 ? onStep : null });
        outcome = { erased: erased ?? 0 };
        if (erased === null) return skip();
        if (erased > 0) log.info(`Removed the data of ${erased} deletions from the stores' files.`);
      } catch (error) {
        outcome = { error };
        throw error;
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
      return { erased: outcome.erased, pending: await runner.countPending() };
    },
    state: runner.state,
    stop: job.stop,
  };
}
