import type { Logger } from "pino";
import type { ArchivedFile, ServedPage } from "./archive.types.ts";
import type { ArchiveStore } from "./archiveStore.ts";
import { pageAddresses } from "./pageAddresses.ts";

export interface PageVersionOptions {
  store: ArchiveStore;
  /** What the site answers at an address of its own; null where it has nothing. */
  fetchFile: (address: string) => Promise<ArchivedFile | null>;
  origin: string;
  release: string;
  now: () => number;
  log: Logger;
  /** True when it should leave off. */
  isStopped: () => boolean;
}

/** More than any page of ours names; one that an editor fills beyond it loses its last images in the archive only. */
const MAX_FILES = 400;
const MAX_FILE_BYTES = 5 * 1024 ** 2;

/**
 * Keeps a document with everything that it names and needs to look as it does. What its style sheets name is of the build, which is kept whole.
 * @returns false where something is missing yet.
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

/** Assets are named by what they hold. What stands at any other address may have changed since the last version. */
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
    if (file && file.body.byteLength > MAX_FILE_BYTES) throw new Error("It is larger than 5 MB.");
    if (file) await store.keepFile(address, file, now());
    return true;
  } catch (error) {
    log.warn({ err: error, address }, "A file of a page was not archived; it is tried again with the page.");
    return false;
  }
}
