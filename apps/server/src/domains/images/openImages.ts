import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type ContentPage, type SiteEntry, stripFragment, type Timestamp } from "@marquee/contract";
import sharp from "sharp";
import type { Config } from "../../platform/config/config.ts";
import { createFairQueue } from "../../platform/http/fairQueue.ts";
import { openDiskCache } from "../../platform/storage/diskCache.ts";
import type { Content } from "../content/startContent.ts";
import { type CardStore, createCardStore } from "./cards/cardStore.ts";
import { createFaviconStore, type FaviconStore } from "./favicons/faviconStore.ts";
import { createImageOriginals } from "./imageOriginals.ts";
import { createImageStore, type ImageStore } from "./imageStore.ts";
import type { ImageVersions } from "./imageVersions.ts";
import { createRemoteOriginals } from "./remoteOriginals.ts";

interface UsedInPagesOptions {
  content: Pick<Content, "find" | "list" | "onChange">;
  /** Lists what a page uses. */
  listUsed: (page: ContentPage) => string[];
}

interface OpenImagesOptions {
  config: Pick<Config, "dataDir" | "imageCacheBytes">;
  /** Hosts that images may be fetched from over https. They can change. */
  hosts: () => readonly string[];
  contentDir: string;
  /** The content folder of the product, for images missing from `contentDir`. */
  baseDir: string;
  entry: Pick<SiteEntry, "listImages" | "listCardHosts">;
  content: Pick<Content, "find" | "list" | "onChange">;
  versions: ImageVersions;
  readUploaded(hash: string): Promise<Buffer | null>;
  now: () => Timestamp;
}

/** Each rendering uses a core for up to a few seconds; one core stays free for pages and events. */
const MAX_RENDERINGS = Math.min(Math.max(availableParallelism() - 1, 1), 4);
/** At half a second per image, the last one is done within a minute; later requests are told to retry. */
const MAX_WAITING = 100;
/** Enough for a few thousand cards, more than a site has pages in all languages. */
const CARD_CACHE_BYTES = 100_000_000;

interface Images {
  images: ImageStore;
  favicons: FaviconStore;
  cards: CardStore;
}

/** Opens the stores of images, favicons and social cards. Images and cards render in one queue, in which clients take turns. */
export async function openImages(options: OpenImagesOptions): Promise<Images> {
  const { config, hosts, contentDir, baseDir, entry, content, versions, readUploaded, now } = options;
  const { dataDir, imageCacheBytes: maxBytes } = config;
  // One thread per rendering, so that the queue limits the number of cores in use.
  sharp.concurrency(1);
  const renderings = createFairQueue<Buffer>({ concurrency: MAX_RENDERINGS, maxWaiting: MAX_WAITING });
  const cache = await openDiskCache({ dir: join(dataDir, "images"), maxBytes, now });
  const cardCache = await openDiskCache({ dir: join(dataDir, "cards"), maxBytes: CARD_CACHE_BYTES, now });
  const sourcesOf = (page: ContentPage) => entry.listImages(page).map(({ source }) => stripFragment(source));
  const isUsed = createUsedInPages({ content, listUsed: sourcesOf });
  const isLinked = createUsedInPages({ content, listUsed: (page) => entry.listCardHosts(page) });
  const remote = createRemoteOriginals({ cache, hosts, isUsed, now });
  const imagesDirs = [contentDir, baseDir].map((dir) => join(dir, "images"));
  const originals = createImageOriginals({ imagesDirs, remote, versions, readUploaded });
  return {
    images: createImageStore({ cache, originals, renderings }),
    favicons: createFaviconStore({ cache, isLinked, now }),
    cards: createCardStore({ cache: cardCache, renderings }),
  };
}

/** Creates a function that checks whether a published page uses something. The list is built on first use and again after content changes. */
export function createUsedInPages({
  content,
  listUsed,
}: UsedInPagesOptions): (value: string) => Promise<boolean> {
  let used: Promise<ReadonlySet<string>> | null = null;
  content.onChange(() => {
    used = null;
  });

  async function listAll(): Promise<ReadonlySet<string>> {
    const values = new Set<string>();
    for (const { path } of content.list()) {
      const page = content.find(path);
      for (const value of page ? listUsed(page) : []) values.add(value);
      // Parsing a page takes milliseconds; yield so that requests are handled in between.
      await new Promise(setImmediate);
    }
    return values;
  }

  return async (value) => {
    if (!used) {
      used = listAll();
      used.catch(() => {
        used = null;
      });
    }
    return (await used).has(value);
  };
}
