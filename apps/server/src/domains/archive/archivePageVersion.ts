import { ONE_HOUR, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import { backoffDelay } from "../../platform/time/backoff.ts";
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
  /** Failed files by URL. */
  failures: Map<string, FileFailure>;
  /** True once the server stops; the page is then not archived. */
  isStopped: () => boolean;
}

/**
 * A file that could not be archived. Other pages that refer to it wait for it too, instead of retrying
 * immediately.
 */
export interface FileFailure {
  times: number;
  retryAt: Timestamp;
}

/** More than any built-in page refers to. If an editor's page exceeds it, the files after the first 400 are missing from the archive only. */
const MAX_FILES = 400;
const MAX_FILE_BYTES = 5 * 1024 ** 2;
/** After this many failures in a row, a file is tried only when a page that refers to it is marked as served, once a day. */
const MAX_FAILURES = 5;
const RETRY_DELAYS = { base: 10 * ONE_MINUTE, longest: 3 * ONE_HOUR };

/**
 * Archives a document with all files it refers to. Files that its external style sheets refer to are part of the build, which is archived as a
 * whole.
 * @returns when to archive the page again, because a file failed; null if it is whole, its files keep failing or the server is stopping.
 */
export async function archivePageVersion(
  page: ServedPage,
  options: PageVersionOptions,
): Promise<Timestamp | null> {
  const { store, release, origin, now, isStopped } = options;
  const at = now();
  const named = pageAddresses(page.html.toString(), origin).slice(0, MAX_FILES);
  const retries: Timestamp[] = [];
  for (const address of await addressesToKeep(named, store, at)) {
    if (isStopped()) return null;
    const failure = await archiveAddressed(address, options);
    if (failure && failure.times < MAX_FAILURES) retries.push(failure.retryAt);
  }
  await store.keepPage(page, { release, addresses: named, at });
  return retries.length > 0 ? Math.min(...retries) : null;
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

async function archiveAddressed(
  address: string,
  { store, fetchFile, failures, now, log }: PageVersionOptions,
): Promise<FileFailure | null> {
  const before = failures.get(address);
  if (before && now() < before.retryAt) return before;
  try {
    const file = await fetchFile(address);
    if (file && file.body.byteLength > MAX_FILE_BYTES) throw new Error("The file is larger than 5 MB.");
    if (file) await store.keepFile(address, file, now());
    failures.delete(address);
    return null;
  } catch (error) {
    const times = (before?.times ?? 0) + 1;
    if (times === 1)
      log.warn({ err: error, address }, "Failed to archive a page's file; retrying a few times, then daily.");
    const failure = { times, retryAt: now() + backoffDelay(times, RETRY_DELAYS) };
    failures.set(address, failure);
    return failure;
  }
}
