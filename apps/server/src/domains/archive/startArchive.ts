import { type Milliseconds, ONE_DAY, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import pLimit from "p-limit";
import type { Logger } from "pino";
import QuickLRU from "quick-lru";
import { type Job, startJob } from "../../platform/jobs/startJob.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { ArchivedFile, ServedPage } from "./archive.types.ts";
import { archiveBuild } from "./archiveBuild.ts";
import { archivePageVersion, type FileFailure } from "./archivePageVersion.ts";
import { createArchiveStore } from "./archiveStore.ts";

/** Archives pages and files in the background while the site serves them. */
export interface Archive {
  /**
   * Queues a served page for archiving and returns immediately. Each page is archived at most once a day, which also marks it as still served.
   */
  notePage(page: ServedPage): void;
  /** Like {@link notePage}, for a file without a hash in its URL. @param digest identifies the content; a new digest is archived immediately. */
  noteFile(address: string, digest: string, file: ArchivedFile): void;
  /** Archives the build's files, now and daily. Call it once the server listens. */
  start(): void;
  /** Resolves when the queue is empty and the build is archived. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface ArchiveOptions {
  db: RecordsDatabase;
  /** `site/client` of the build; null if no build is served. */
  siteDir: string | null;
  fetchFile: (address: string) => Promise<ArchivedFile | null>;
  origin: string;
  release: string;
  now: () => number;
  log: Logger;
}

/** The version of a page or file that was last queued, and when. */
interface QueuedVersion {
  digest: string;
  at: Timestamp;
}

/** Maximum number of queued pages and files. Those beyond it are skipped and queued the next time they are served. */
const MAX_WAITING = 500;
const MAX_REMEMBERED = 10_000;
/** How often pages and files still in use are marked as served, because pruning eventually removes unused ones. */
const MARK_INTERVAL: Milliseconds = ONE_DAY;
const RETRY_DELAY: Milliseconds = 10 * ONE_MINUTE;

export function startArchive(options: ArchiveOptions): Archive {
  const { db, siteDir, release, now, log } = options;
  const store = createArchiveStore(db);
  const queued = new QuickLRU<string, QueuedVersion>({ maxSize: MAX_REMEMBERED });
  const failures = new QuickLRU<string, FileFailure>({ maxSize: MAX_REMEMBERED });
  const inTurn = pLimit(1);
  let isStopped = false;
  let hasBegun = false;
  let last: Promise<unknown> = Promise.resolve();
  let build: Job | null = null;
  let building: Promise<unknown> = Promise.resolve();
  const isStoppedNow = () => isStopped;

  async function keepBuild(): Promise<void> {
    if (!hasBegun) await store.keepStart(release, now());
    hasBegun = true;
    if (siteDir) await archiveBuild({ store, siteDir, release, now, log, isStopped: isStoppedNow });
    else await store.keepRelease(release, [], now());
  }

  async function keepPage(page: ServedPage): Promise<void> {
    if (isStopped) return;
    const archiving = archivePageVersion(page, { ...options, store, failures, isStopped: isStoppedNow });
    const retryAt = await archiving.catch((error: unknown) => {
      log.warn({ err: error, path: page.path }, "Failed to archive a page; retrying.");
      return now() + RETRY_DELAY;
    });
    if (retryAt !== null) retryLater(page.version, page.version, retryAt);
  }

  async function keepFile(address: string, digest: string, file: ArchivedFile): Promise<void> {
    if (isStopped) return;
    await store.keepFile(address, file, now()).catch((error: unknown) => {
      retryLater(address, digest, now() + RETRY_DELAY);
      log.warn({ err: error, address }, "Failed to archive a file; retrying.");
    });
  }

  /** Retries the first time the page or file is served from `retryAt` on. */
  const retryLater = (key: string, digest: string, retryAt: Timestamp) =>
    queued.set(key, { digest, at: retryAt - MARK_INTERVAL });

  /** Queues a page or file once a day, and immediately if its content changed. The queue runs one task at a time. */
  const noteOnce = (key: string, digest: string, keep: () => Promise<void>) => {
    const at = now();
    const previous = queued.get(key);
    if (previous?.digest === digest && at - previous.at < MARK_INTERVAL) return;
    if (inTurn.pendingCount >= MAX_WAITING) return;
    queued.set(key, { digest, at });
    last = inTurn(keep);
  };

  return {
    notePage: (page) => noteOnce(page.version, page.version, () => keepPage(page)),
    noteFile: (address, digest, file) => noteOnce(address, digest, () => keepFile(address, digest, file)),
    start() {
      // Runs outside the queue, so that pages do not wait for the build's hundreds of files.
      build = startJob({
        name: "archive-build",
        interval: MARK_INTERVAL,
        retryIn: () => RETRY_DELAY,
        run() {
          building = keepBuild();
          return building;
        },
        failure: "Failed to archive the build; retrying.",
        log,
      });
    },
    async settled() {
      await Promise.all([last, building.catch(() => undefined)]);
    },
    async stop() {
      isStopped = true;
      await Promise.all([last, build?.stop()]);
    },
  };
}
