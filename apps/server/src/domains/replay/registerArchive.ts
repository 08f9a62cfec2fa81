import { ARCHIVE_PATH, type Milliseconds, ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { servedOn } from "../../platform/http/hosts.ts";
import { startJob } from "../../platform/jobs/startJob.ts";
import type { Platform } from "../../platform/platform.types.ts";
import type { SiteBundle } from "../../platform/siteBuild/siteBundle.ts";
import type { ArchivedFile } from "../archive/archive.types.ts";
import { archiveRoutes } from "../archive/archiveRoutes.ts";
import { type Archive, startArchive } from "../archive/startArchive.ts";
import { type PruneOptions, pruneArchive } from "./prune/pruneArchive.ts";
import { claimPruning, finishPruning } from "./prune/pruningRecord.ts";

interface PruningOptions extends Omit<PruneOptions, "isStopped"> {
  /**
   * When to check whether pruning is due: the first time, and the interval after that. By default, once the current build and its pages have been recorded,
   * and every hour.
   */
  looks?: { first: Milliseconds; interval: Milliseconds };
  log: Logger;
}

const LOOKS = { first: 5 * ONE_MINUTE, interval: ONE_HOUR };
const PRUNING_INTERVAL: Milliseconds = ONE_DAY;

interface RegisterArchiveOptions extends Platform {
  bundle: SiteBundle;
  /** `site/client` of the build; null where no build is served. */
  siteDir: string | null;
}

/**
 * Registers the archive's routes, archives served pages and files while the server listens, and prunes the archive daily.
 * @returns callbacks for served pages and images; null in development, where Vite serves the files and nothing is archived.
 */
export async function registerArchive(
  options: RegisterArchiveOptions,
): Promise<Pick<Archive, "notePage" | "noteFile"> | null> {
  const { server, config, bundle, started } = options;
  const { publicUrl, consoleUrl, requireTwoFactor } = config;
  const routes = archiveRoutes({ ...options, publicUrl, consoleUrl, requireTwoFactor });
  await server.register(servedOn("console", routes), { prefix: ARCHIVE_PATH });
  if (bundle.isDevelopment) return null;
  const fetchFile = (address: string) => fetchOwnFile(server, address);
  const archive = started(
    startArchive({ ...options, fetchFile, origin: publicUrl, release: bundle.release }),
  );
  server.addHook("onListen", async () => archive.start());
  started(startPruning(options));
  return archive;
}

/**
 * Fetches one of the site's own URLs, uncompressed; null if it does not exist.
 * @throws for responses that may differ next time.
 */
async function fetchOwnFile(server: FastifyInstance, address: string): Promise<ArchivedFile | null> {
  const { statusCode, headers, rawPayload } = await server.inject({ url: address });
  if (statusCode >= 500) throw new Error(`The site responded with ${statusCode}.`);
  if (statusCode !== 200) return null;
  return { mediaType: String(headers["content-type"] ?? "application/octet-stream"), body: rawPayload };
}

/** Prunes the archive once a day, on whichever server instance claims it first. @returns a stop function that waits for the current step. */
export function startPruning({ log, looks = LOOKS, ...options }: PruningOptions): () => Promise<void> {
  const { db, now } = options;
  const job = startJob({
    name: "archive-cleanup",
    ...looks,
    async run({ signal, skip }) {
      if (!(await claimPruning(db, now(), PRUNING_INTERVAL))) return skip();
      const pruned = await pruneArchive({ ...options, isStopped: () => signal.aborted });
      if (signal.aborted) return;
      await finishPruning(db, pruned, now());
      if (pruned.files > 0) log.info(pruned, "Archive cleaned up.");
    },
    failure: "Failed to clean up the archive; retrying tomorrow.",
    log,
  });
  return job.stop;
}
