import { createHash } from "node:crypto";
import { type Milliseconds, ONE_DAY, ONE_HOUR, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";
import { ImageError } from "../../../platform/errors/imageError.ts";
import { createFairQueue } from "../../../platform/http/fairQueue.ts";
import type { DiskCache } from "../../../platform/storage/diskCache.ts";
import { findFavicon } from "./findFavicon.ts";

/** An older icon is fetched again in the background. It is served meanwhile, and kept if its site no longer has one. */
const MAX_AGE: Milliseconds = 7 * ONE_DAY;
/** Time before retrying a site without an icon. */
const RETRY_DELAY: Milliseconds = ONE_HOUR;
const MAX_DOWNLOADS = 4;
const MAX_WAITING = 100;
const MAX_FAILURES = 1000;

export interface FaviconStore {
  /**
   * @param client the client network that a download counts for.
   * @returns the icon in WebP; null if there is none, or its site cannot be reached.
   * @throws {ImageError} if no page has a link card to this host.
   * @throws {import("../../../platform/http/fairQueue.ts").QueueFullError} if too many downloads are waiting.
   */
  get(host: string, client: string): Promise<Buffer | null>;
}

interface FaviconStoreOptions {
  cache: DiskCache;
  /** Whether a published page has a link card to this host. Other hosts get no requests. */
  isLinked: (host: string) => Promise<boolean>;
  now: () => Timestamp;
  find?: (host: string) => Promise<Buffer | null>;
}

/** Icons of the sites that link cards lead to. Each is fetched once and stays in the cache while there is space. */
export function createFaviconStore(options: FaviconStoreOptions): FaviconStore {
  const { cache, isLinked, now, find = findFavicon } = options;
  const downloads = createFairQueue<Buffer | null>({ concurrency: MAX_DOWNLOADS, maxWaiting: MAX_WAITING });
  const failedAt = new QuickLRU<string, Timestamp>({ maxSize: MAX_FAILURES });

  const load = async (host: string, client: string): Promise<Buffer | null> => {
    if (now() - (failedAt.get(host) ?? -RETRY_DELAY) < RETRY_DELAY) return null;
    const task = async () => {
      const icon = await find(host);
      if (icon) await cache.write(nameOf(host), icon);
      else failedAt.set(host, now());
      return icon;
    };
    return downloads.run({ client, key: host, task });
  };

  return {
    async get(host, client) {
      if (!(await isLinked(host))) throw new ImageError("not_found", "No page has a link card to this host.");
      const writtenAt = cache.writtenAt(nameOf(host));
      if (writtenAt === null) return load(host, client);
      if (now() - writtenAt >= MAX_AGE) load(host, client).catch(() => undefined);
      return (await cache.read(nameOf(host))) ?? load(host, client);
    },
  };
}

function nameOf(host: string): string {
  return `favicons/${createHash("sha256").update(host).digest("hex")}`;
}
