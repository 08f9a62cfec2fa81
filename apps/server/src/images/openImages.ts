import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type SiteEntry, stripFragment, type Timestamp } from "@marquee/contract";
import sharp from "sharp";
import type { Config } from "../config/config.ts";
import type { Content } from "../content/startContent.ts";
import { createFairQueue } from "../http/fairQueue.ts";
import { type CardStore, createCardStore } from "../openGraph/cardStore.ts";
import { openDiskCache } from "../storage/diskCache.ts";
import { createImageOriginals } from "./imageOriginals.ts";
import { createImageStore, type ImageStore } from "./imageStore.ts";
import { createRemoteOriginals } from "./remoteOriginals.ts";

interface UsedImagesOptions {
  entry: Pick<SiteEntry, "listImages">;
  content: Pick<Content, "find" | "list" | "onChange">;
}

interface OpenImagesOptions {
  config: Pick<Config, "dataDir" | "imageCacheBytes">;
  /** Hosts that images may be fetched from over https. They can change. */
  hosts: () => readonly string[];
  contentDir: string;
  entry: Pick<SiteEntry, "listImages">;
  content: Pick<Content, "find" | "list" | "onChange">;
  now: () => Timestamp;
}

/** Each rendering uses a core for up to a few seconds; one core stays free for pages and events. */
const MAX_RENDERINGS = Math.min(Math.max(availableParallelism() - 1, 1), 4);
/** At half a second per image, the last one is done within a minute; later requests are told to retry. */
const MAX_WAITING = 100;
/** Enough for a few thousand cards, more than a site has pages in all languages. */
const CARD_CACHE_BYTES = 100_000_000;

/** Opens the stores of images and social cards. Both render in one queue, in which clients take turns. */
export async function openImages(
  options: OpenImagesOptions,
): Promise<{ images: ImageStore; cards: CardStore }> {
  const { config, hosts, contentDir, now } = options;
  const { dataDir, imageCacheBytes: maxBytes } = config;
  // One thread per rendering, so that the queue limits the number of cores in use.
  sharp.concurrency(1);
  const renderings = createFairQueue<Buffer>({ concurrency: MAX_RENDERINGS, maxWaiting: MAX_WAITING });
  const cache = await openDiskCache({ dir: join(dataDir, "images"), maxBytes, now });
  const cardCache = await openDiskCache({ dir: join(dataDir, "cards"), maxBytes: CARD_CACHE_BYTES, now });
  const remote = createRemoteOriginals({ cache, hosts, isUsed: createReferencedImages(options), now });
  const originals = createImageOriginals({ imagesDir: join(contentDir, "images"), remote });
  return {
    images: createImageStore({ cache, originals, renderings }),
    cards: createCardStore({ cache: cardCache, renderings }),
  };
}

/**
 * Checks whether a page uses a remote image. The list of used images is built on first use and again after content changes.
 * @returns a function that takes an image's source without a fragment.
 */
export function createReferencedImages({
  entry,
  content,
}: UsedImagesOptions): (source: string) => Promise<boolean> {
  let used: Promise<ReadonlySet<string>> | null = null;
  content.onChange(() => {
    used = null;
  });

  async function listUsed(): Promise<ReadonlySet<string>> {
    const sources = new Set<string>();
    for (const { path } of content.list()) {
      const page = content.find(path);
      for (const source of page ? entry.listImages(page) : []) sources.add(stripFragment(source));
      // Parsing a page takes milliseconds; yield so that requests are handled in between.
      await new Promise(setImmediate);
    }
    return sources;
  }

  return async (source) => {
    if (!used) {
      used = listUsed();
      used.catch(() => {
        used = null;
      });
    }
    return (await used).has(source);
  };
}
