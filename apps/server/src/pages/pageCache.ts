import { createHash } from "node:crypto";
import { PAGE_VERSION_HEADER, PAGE_VERSION_TIMING, type RenderedPage } from "@marquee/contract";
import QuickLRU from "quick-lru";
import { compressBody, type EncodedBody } from "../platform/http/compressBody.ts";

/** A rendered page with its compressed bodies, ready to send. */
export interface CachedPage {
  status: RenderedPage["status"];
  sheet: RenderedPage["sheet"];
  body: EncodedBody;
  /** Version of the page: a hash of the document, except the version of the site's content, which changes with every page. */
  version: string;
  /** Hash of the document for strong ETags; each encoding appends its name (RFC 9110, section 8.8.3.3). */
  digest: string;
  /** The header that names the page version to servers and tools; empty for error pages. */
  versionHeaders: Record<string, string>;
  /** See {@link RenderedPage}. */
  contentVersion: string | null;
  texts: readonly string[] | null;
  images: readonly string[];
  /** `Server-Timing` entry that names the page version to the page's own scripts; empty for error pages. */
  timing: string;
}

export interface PageCache {
  /** The cached page under `key`; if there is none, `render` creates it. Concurrent callers share one rendering. */
  get(key: string, render: () => Promise<RenderedPage>): CachedPage | Promise<CachedPage>;
  /** Removes all pages; the next request for each page renders it again. */
  clear(): void;
  /** Removes all pages except these, whose content version is updated. */
  keep(isKept: (page: CachedPage) => boolean, contentVersion: string): void;
}

/** Maximum number of cached pages, counting each variant of each path. At about 60 KB per page, this is about 60 MB. */
const MAX_PAGES = 1000;

/** Cache key of a page variant: its path, and the key of the visitor attributes and flag values that affect it. */
export function pageKey(path: string, variantKey: string): string {
  return `${path}\n${variantKey}`;
}

export function createPageCache(): PageCache {
  const pages = new QuickLRU<string, CachedPage>({ maxSize: MAX_PAGES });
  const rendering = new Map<string, Promise<CachedPage>>();
  /** Pages that are up to date except for their content version. */
  let stale = new Map<string, CachedPage>();
  let keptVersion = "";
  let generation = 0;

  async function fill(...[key, render]: Parameters<PageCache["get"]>): Promise<CachedPage> {
    const startedIn = generation;
    const cached = stale.get(key);
    stale.delete(key);
    const page = await (cached ? withVersion(cached, keptVersion) : toCachedPage(await render()));
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
      stale.clear();
      rendering.clear();
    },
    keep(isKept, contentVersion) {
      generation += 1;
      stale = new Map([...stale, ...pages].filter(([, page]) => isKept(page)));
      keptVersion = contentVersion;
      pages.clear();
      rendering.clear();
    },
  };
}

/** The same document with another content version. */
function withVersion(page: CachedPage, contentVersion: string): CachedPage | Promise<CachedPage> {
  const { status, sheet, body, texts, images } = page;
  if (page.contentVersion === null || page.contentVersion === contentVersion) return page;
  const html = body.identity.toString().replaceAll(page.contentVersion, contentVersion);
  const uses = { ...(texts && { texts: [...texts] }), images: [...images] };
  return toCachedPage({ status, sheet, html, contentVersion, ...uses });
}

async function toCachedPage({
  status,
  sheet,
  html,
  contentVersion,
  texts,
  images,
}: RenderedPage): Promise<CachedPage> {
  const identity = Buffer.from(html);
  const digest = digestOf(html);
  const version = contentVersion ? digestOf(html.replace(contentVersion, "")) : digest;
  const isVersioned = status === 200;
  return {
    status,
    sheet,
    body: await compressBody(identity),
    version,
    digest,
    contentVersion: contentVersion ?? null,
    texts: texts ?? null,
    images: images ?? [],
    versionHeaders: isVersioned ? { [PAGE_VERSION_HEADER]: version } : {},
    timing: isVersioned ? `${PAGE_VERSION_TIMING};desc="${version}"` : "",
  };
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
