import { type Milliseconds, ONE_SECOND, type SiteContent, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";
import { ImageError } from "../../platform/errors/imageError.ts";
import type { Followed } from "../content/followContent.ts";
import type { ImageLinks } from "../publishing/imageLinks.ts";
import type { Publishing } from "../publishing/startPublishing.ts";

interface ImageVersionsOptions {
  siteContent: Pick<Followed<SiteContent>, "values" | "onChange">;
  publishing: Pick<Publishing, "refresh">;
  links: Pick<ImageLinks, "read">;
  now: () => Timestamp;
}

/** Maps image URLs to bytes. */
export interface ImageVersions {
  /**
   * @param version from a page, or undefined for the currently published one.
   * @returns the hash of the bytes; null if no image of this name is published.
   * @throws {ImageError} not_found if these bytes are not or no longer published.
   */
  find(source: string, version: string | undefined): Promise<string | null>;
}

/** Enough for all images of a site in their last few versions, because open pages still show earlier ones. */
const MAX_KNOWN = 20_000;
/** How often requests for unknown versions may query the record store. */
const REFRESH_INTERVAL: Milliseconds = ONE_SECOND;

/** Tracks the images published since this instance started, and verifies those of signed previews. */
export function createImageVersions(options: ImageVersionsOptions): ImageVersions {
  const { siteContent, publishing, links, now } = options;
  const hashes = new QuickLRU<string, string>({ maxSize: MAX_KNOWN });
  const keyOf = (source: string, version: string) => `${version} ${source}`;
  const remember = () => {
    for (const [source, { version, file }] of Object.entries(siteContent.values().images))
      hashes.set(keyOf(source, version), file.hash);
  };
  remember();
  siteContent.onChange(remember);
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> = Promise.resolve();

  /** Another instance may have sent the page before notifying this one. */
  const refresh = () => {
    if (now() - refreshedAt >= REFRESH_INTERVAL) {
      refreshedAt = now();
      refreshing = publishing.refresh().catch(() => undefined);
    }
    return refreshing;
  };

  return {
    async find(source, version) {
      const { images } = siteContent.values();
      if (version === undefined)
        return Object.hasOwn(images, source) ? (images[source]?.file.hash ?? null) : null;
      const hash = hashes.get(keyOf(source, version)) ?? links.read(version);
      if (hash) return hash;
      await refresh();
      const published = hashes.get(keyOf(source, version));
      if (published) return published;
      throw new ImageError("not_found", "This version of the image is not published. Reload the page.");
    },
  };
}
