import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Milliseconds } from "@marquee/contract";
import type { Logger } from "pino";
import { MEDIA_TYPES } from "../../platform/http/builtFiles.ts";
import type { ArchiveStore } from "./archiveStore.ts";
import { mapAddress } from "./mapAddress.ts";

interface BuildOptions {
  store: Pick<ArchiveStore, "markServed" | "keepFile" | "keepRelease">;
  release: string;
  /** `site/client` of the build. */
  siteDir: string;
  now: () => number;
  log: Logger;
  /** True once the server stops; the remaining files are then skipped. */
  isStopped: () => boolean;
}

interface BuildFile {
  address: string;
  /** Path on disk. */
  file: string;
}

/** Pause between two files, so that requests are not blocked. */
const PAUSE: Milliseconds = 10;

const FAVICON = "/favicon.svg";
/** Files that are not served by name: source maps, which only the server reads, and precompressed copies. */
const ASIDE = /\.(?:br|gz|map)$/;

/**
 * Records that this build is being served and archives its files, including source maps, that are not archived yet. Files are archived one at a
 * time. A file that cannot be read or stored is logged and retried on the next call.
 */
export async function archiveBuild(options: BuildOptions): Promise<void> {
  const { store, release, now, log, isStopped } = options;
  const files = await filesOf(options);
  await store.keepRelease(
    release,
    files.map(({ address }) => address),
    now(),
  );
  for (const { address, file } of await filesToKeep(files, options)) {
    if (isStopped()) return;
    await setTimeout(PAUSE, undefined, { ref: false });
    try {
      await store.keepFile(address, { mediaType: mediaTypeOf(file), body: await readFile(file) }, now());
    } catch (error) {
      log.warn({ err: error, address }, "Failed to archive a build file; retrying.");
    }
  }
}

/** Source maps first: no page requests them, so they are archived only here. */
async function filesOf({ siteDir }: BuildOptions): Promise<BuildFile[]> {
  const assets = (await readdir(join(siteDir, "assets")))
    .filter((name) => !ASIDE.test(name))
    .map((name) => ({ address: `/assets/${name}`, file: join(siteDir, "assets", name) }));
  const mapsDir = join(siteDir, "../maps/assets");
  const maps = (await readdir(mapsDir).catch(() => [])).map((name) => ({
    address: mapAddress(`/assets/${name.replace(/\.map$/, "")}`),
    file: join(mapsDir, name),
  }));
  return [{ address: FAVICON, file: join(siteDir, "favicon.svg") }, ...maps, ...assets];
}

/** The favicon is always archived again, because its name has no content hash. Assets have one, so only missing ones are archived. */
async function filesToKeep(files: readonly BuildFile[], { store, now }: BuildOptions): Promise<BuildFile[]> {
  const hashed = files.map(({ address }) => address).filter((address) => address !== FAVICON);
  const missing = new Set([FAVICON, ...(await store.markServed(hashed, now()))]);
  return files.filter(({ address }) => missing.has(address));
}

function mediaTypeOf(name: string): string {
  return MEDIA_TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
}
