import type { Json, Redirects, SiteContent } from "@marquee/contract";
import type { UnusedField } from "@marquee/contract/schema";
import QuickLRU from "quick-lru";
import { contentHash } from "./contentHash.ts";
import { linkedPages } from "./hiddenPages.ts";
import { readItems } from "./kinds/index.ts";
import { itemOfPage } from "./kinds/page.ts";
import { NO_OVERLAY, type Overlay } from "./overlay.ts";
import type { PageCatalog } from "./pageCatalog.ts";
import { applyOverlay, type PublishedSiteContent, servedContent } from "./siteContent.ts";
import type { Content } from "./startContent.ts";

/** All content with some changes over the files. */
export interface BuiltContent {
  site: SiteContent;
  pages: PageCatalog;
  /** Paths of all pages that visitors see. */
  paths: ReadonlySet<string>;
  redirects: Redirects;
  /** Changes that do not fit the files and are ignored. */
  unused: UnusedField[];
  /** Values of all items by key. */
  items: ReadonlyMap<string, Json>;
}

/** Builds content from the files and changes over them, and serves one build at a time. */
export interface ContentEngine {
  /** Values of all items in the files, by key. */
  files(): ReadonlyMap<string, Json>;
  /** The content with these changes over the files. Equal changes are built once. */
  build(overlay: Overlay): BuiltContent;
  /** Serves texts and pages with these changes, replaced together between two requests, including after files change. */
  publish(overlay: Overlay): void;
}

export interface EngineParts {
  siteContent: Pick<PublishedSiteContent, "files" | "onFiles" | "publish">;
  content: Pick<Content, "build" | "onFiles" | "publish">;
}

/**
 * Number of cached builds: the files, the published content, and the drafts and revisions that people look at.
 */
const MAX_BUILDS = 16;

export function createContentEngine({ siteContent, content }: EngineParts): ContentEngine {
  const builds = new QuickLRU<string, ReturnType<typeof make>>({ maxSize: MAX_BUILDS });
  let published = NO_OVERLAY;

  const make = (overlay: Overlay) => {
    const { content: site, unused } = applyOverlay(siteContent.files(), overlay);
    const pages = content.build(overlay);
    const built: BuiltContent = {
      site: servedContent(site, linkedPages(pages.catalog)),
      pages: pages.catalog,
      paths: pages.paths,
      unused: [...unused, ...pages.unused],
      redirects: pages.redirects,
      items: readItems({ site, ...pages, pages: [...pages.catalog.byPath.values()].flatMap(itemOfPage) }),
    };
    return { built, pages };
  };
  /** Hashes of overlays, which never change: the published one can hold hundreds of pages, and every request asks for it. */
  const hashes = new WeakMap<Overlay, string>();
  const hashOf = (overlay: Overlay) => {
    const tree = [...overlay].map(([item, changes]) => [item, contentHash(changes)] as const);
    return contentHash(Object.fromEntries(tree));
  };
  const buildOnce = (overlay: Overlay) => {
    const hash = hashes.get(overlay) ?? hashOf(overlay);
    hashes.set(overlay, hash);
    const build = builds.get(hash) ?? make(overlay);
    builds.set(hash, build);
    return build;
  };
  const serve = () => {
    const { built, pages } = buildOnce(published);
    content.publish(pages);
    siteContent.publish(built.site);
  };
  const onFiles = () => {
    builds.clear();
    serve();
  };
  siteContent.onFiles(onFiles);
  content.onFiles(onFiles);
  return {
    files: () => buildOnce(NO_OVERLAY).built.items,
    build: (overlay) => buildOnce(overlay).built,
    publish(overlay) {
      published = overlay;
      serve();
    },
  };
}
