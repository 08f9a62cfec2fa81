import type { Logger } from "pino";
import type { ArchivedFile, ServedPage } from "./archive.types.ts";
import type { ArchiveStore } from "./archiveStore.ts";
import { pageAddresses } from "./pageAddresses.ts";

export interface PageVersionOptions {
  store: ArchiveStore;
  /** Fetches one of the site's own URLs; null if it does not exist. */
  fetchFile: (address: string) => Promise<ArchivedFile | null>;
  origin: string;
  release: string;
  now: () => number;
  log: Logger;
  /** True once the server stops; the page is then not archived. */
  isStopped: () => boolean;
}

/** More than any built-in page refers to. If an editor's page exceeds it, the files after the first 400 are missing from the archive only. */
const MAX_FILES = 400;
const MAX_FILE_BYTES = 5 * 1024 ** 2;

/**
 * Archives a document with all files it refers to. Files that its external style sheets refer to are part of the build, which is archived as a
 * whole.
 * @returns false if a file could not be archived or the server is stopping.
 */
export async function archivePageVersion(page: ServedPage, options: PageVersionOptions): Promise<boolean> {
  const { store, release, origin, now, isStopped } = options;
  const at = now();
  const named = pageAddresses(page.html.toString(), origin).slice(0, MAX_FILES);
  let isWhole = true;
  for (const address of await addressesToKeep(named, store, at)) {
    if (isStopped()) return false;
    isWhole = (await archiveAddressed(address, options)) && isWhole;
  }
  await store.keepPage(page, { release, addresses: named, at });
  return isWhole;
}

/** Hashed assets never change, so only missing ones are fetched. Any other URL may have changed since the last version. */
async function addressesToKeep(
  named: readonly string[],
  store: Pick<ArchiveStore, "markServed">,
  at: number,
): Promise<string[]> {
  const isAsset = (address: string) => address.startsWith("/assets/");
  const missing = await store.markServed(named.filter(isAsset), at);
  return [...missing, ...named.filter((address) => !isAsset(address))];
}

async function archiveAddressed(address: string, options: PageVersionOptions): Promise<boolean> {
  const { store, fetchFile, now, log } = options;
  try {
    const file = await fetchFile(address);
    if (file && file.body.byteLength > MAX_FILE_BYTES) throw new Error("The file is larger than 5 MB.");
    if (file) await store.keepFile(address, file, now());
    return true;
  } catch (error) {
    log.warn({ err: error, address }, "Failed to archive a page's file; retrying with the page.");
    return false;
  }
}
