import { createHash } from "node:crypto";
import { type Milliseconds, ONE_DAY, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";
import sharp from "sharp";
import { ImageError } from "../../platform/errors/imageError.ts";
import { createFairQueue } from "../../platform/http/fairQueue.ts";
import type { DiskCache } from "../../platform/storage/diskCache.ts";

const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT: Milliseconds = 10 * ONE_SECOND;
/** An older original is fetched again in the background. It is served meanwhile, and kept if its host is unavailable. */
const MAX_AGE: Milliseconds = ONE_DAY;
/** Time before a failed download of the same URL is tried again. */
const RETRY_DELAY: Milliseconds = ONE_MINUTE;
const MAX_DOWNLOADS = 4;
const MAX_WAITING = 100;
const MAX_FAILURES = 1000;

export interface RemoteOriginals {
  /**
   * @param client the client network that a download counts for.
   * @returns `read`, which returns the bytes, and `version`, which changes when the image is stored again.
   * @throws {ImageError} if the URL is not allowed, no page uses the image, or it can't be downloaded.
   */
  find(source: string, client: string): Promise<{ version: string; read: () => Promise<Buffer> }>;
}

interface RemoteOriginalsOptions {
  cache: DiskCache;
  /** Hosts from which originals may be fetched over HTTPS. */
  hosts: () => readonly string[];
  /** Whether a page uses an image; other images are not fetched. */
  isUsed: (source: string) => Promise<boolean>;
  now: () => Timestamp;
  fetch?: typeof globalThis.fetch;
}

/** Originals on other hosts. Each is downloaded once and stays in the cache while there is space. */
export function createRemoteOriginals(options: RemoteOriginalsOptions): RemoteOriginals {
  const { cache, hosts, isUsed, now, fetch = globalThis.fetch } = options;
  const downloads = createFairQueue<Buffer>({ concurrency: MAX_DOWNLOADS, maxWaiting: MAX_WAITING });
  const failedAt = new QuickLRU<string, Timestamp>({ maxSize: MAX_FAILURES });

  const load = (url: URL, client: string): Promise<Buffer> => {
    const unavailable = new ImageError("bad_source", `${url.host} did not return an image of at most 20 MB.`);
    if (now() - (failedAt.get(url.href) ?? -RETRY_DELAY) < RETRY_DELAY) return Promise.reject(unavailable);
    const task = async () => {
      const body = await download(url, fetch);
      if (!body) {
        failedAt.set(url.href, now());
        throw unavailable;
      }
      await cache.write(nameOf(url), body);
      return body;
    };
    return downloads.run({ client, key: url.href, task });
  };

  return {
    async find(source, client) {
      const url = readAllowedUrl(source, hosts());
      if (!(await isUsed(source))) throw new ImageError("not_found", "No page uses this image.");
      const name = nameOf(url);
      const writtenAt = cache.writtenAt(name);
      if (writtenAt === null) await load(url, client);
      // Requests do not wait for the refresh; if it fails, the cached original is kept.
      else if (now() - writtenAt >= MAX_AGE) load(url, client).catch(() => undefined);
      const read = async () => (await cache.read(name)) ?? load(url, client);
      return { version: `${name} ${cache.writtenAt(name)}`, read };
    },
  };
}

function nameOf(url: URL): string {
  return `originals/${createHash("sha256").update(url.href).digest("hex")}`;
}

function readAllowedUrl(source: string, hosts: readonly string[]): URL {
  const url = URL.canParse(source) ? new URL(source) : null;
  const isAllowed = url?.protocol === "https:" && hosts.includes(url.host) && !url.username && !url.password;
  if (!isAllowed) {
    throw new ImageError(
      "bad_request",
      "Images must come from content/images or, over https, from a host listed in IMAGE_HOSTS.",
    );
  }
  return url;
}

/** @returns null if the download fails, times out, is larger than 20 MB or is not an image. */
async function download(url: URL, fetch: typeof globalThis.fetch): Promise<Buffer | null> {
  try {
    // A redirect could lead to a host that is not allowed.
    const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT) });
    const body = response.ok && response.body ? await readBounded(response.body) : null;
    if (body) await sharp(body).metadata();
    return body;
  } catch {
    return null;
  }
}

async function readBounded(body: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
