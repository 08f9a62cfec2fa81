import { createHash } from "node:crypto";
import { PAGE_VERSION_HEADER, PAGE_VERSION_TIMING, type RenderedPage } from "@marquee/contract";
import QuickLRU from "quick-lru";
import { compressBody, type EncodedBody } from "../http/compressBody.ts";

/** A page as it goes out: rendered once, compressed once. */
export interface CachedPage {
  status: RenderedPage["status"];
  body: EncodedBody;
  /** Strong validator of the content; each encoding adds its name (RFC 9110, section 8.8.3.3). */
  digest: string;
  /** What says by which version it was served; nothing on pages of errors. */
  versionHeaders: Record<string, string>;
}

export interface PageCache {
  /** The page under `key`, rendered by `render` if it is not there. Callers that ask meanwhile share that one rendering. */
  get(key: string, render: () => Promise<RenderedPage>): CachedPage | Promise<CachedPage>;
  /** Forgets everything; the next request of each page renders it anew. */
  clear(): void;
}

/** Pages kept at most, counting each path in each variant. At about 60 KB a page this is some 60 MB. */
const MAX_PAGES = 1000;

/** The key of a page as one visitor sees it: its path, and which answers of flags shaped it. */
export function pageKey(path: string, variantKey: string): string {
  return `${path}\n${variantKey}`;
}

export function createPageCache(): PageCache {
  const pages = new QuickLRU<string, CachedPage>({ maxSize: MAX_PAGES });
  const rendering = new Map<string, Promise<CachedPage>>();
  let generation = 0;

  async function fill(...[key, render]: Parameters<PageCache["get"]>): Promise<CachedPage> {
    const startedIn = generation;
    const page = await toCachedPage(await render());
    if (startedIn === generation) pages.set(key, page);
    return page;
  }

  return {
    get(key, render) {
      const ready = pages.get(key) ?? rendering.get(key);
      if (ready) return ready;
      const filling = fill(key, render).finally(() => {
        if (rendering.get(key) === filling) rendering.delete(key);
      });
      rendering.set(key, filling);
      return filling;
    },
    clear() {
      generation += 1;
      pages.clear();
      rendering.clear();
    },
  };
}

async function toCachedPage({ status, html }: RenderedPage): Promise<CachedPage> {
  const identity = Buffer.from(html);
  const digest = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  const versionHeaders = status === 200 ? versionHeadersOf(digest) : {};
  return { status, body: await compressBody(identity), digest, versionHeaders };
}

/** The header for servers and tools, the timing for the page's own scripts, which see no headers of their document. */
function versionHeadersOf(digest: string): Record<string, string> {
  return { [PAGE_VERSION_HEADER]: digest, "server-timing": `${PAGE_VERSION_TIMING};desc="${digest}"` };
}
