import { ARCHIVE_PATH, type Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { SiteBundle } from "../siteBuild/siteBundle.ts";
import type { EventStore } from "../storage/events/eventStore.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import type { ArchivedFile } from "./archive.types.ts";
import { archiveRoutes } from "./archiveRoutes.ts";
import { startPruning } from "./prune/startPruning.ts";
import { type Archive, startArchive } from "./startArchive.ts";

interface RegisterArchiveOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "query">;
  bundle: SiteBundle;
  /** `apps/site/dist/client`; null where no build is served. */
  siteDir: string | null;
  /** Origin of the site. */
  publicUrl: string;
  requireTwoFactor: boolean;
  now: () => Timestamp;
  log: Logger;
}

/**
 * Shows the console what is kept of the site, keeps what is served from when the server listens until it stops, and removes what nothing needs.
 * @returns what is told of pages and images that are served; null while developing, where Vite serves what pages are made of and nothing of it stays.
 */
export async function registerArchive(
  server: FastifyInstance,
  { db, eventStore, bundle, siteDir, publicUrl, requireTwoFactor, now, log }: RegisterArchiveOptions,
): Promise<Pick<Archive, "notePage" | "noteFile"> | null> {
  await server.register(archiveRoutes({ db, publicUrl, requireTwoFactor, now }), { prefix: ARCHIVE_PATH });
  if (bundle.isDevelopment) return null;
  const fetchFile = (address: string) => fetchOwnFile(server, address);
  const { release } = bundle;
  const archive = startArchive({ db, siteDir, fetchFile, origin: publicUrl, release, now, log });
  server.addHook("onListen", async () => archive.start());
  server.addHook("onClose", archive.stop);
  server.addHook("onClose", startPruning({ db, eventStore, now, log }));
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
