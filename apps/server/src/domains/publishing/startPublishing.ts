import { isDeepStrictEqual } from "node:util";
import type { Json, Redirects, SiteContent, SiteEntry } from "@marquee/contract";
import type { IncludedRevision, UnusedField } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { followRecords } from "../../platform/storage/records/followRecords.ts";
import type { Records } from "../../platform/storage/records/records.ts";
import type { Followed } from "../content/followContent.ts";
import { linkedPages } from "../content/hiddenPages.ts";
import type { Overlay } from "../content/overlay.ts";
import type { PageCatalog } from "../content/pageCatalog.ts";
import { applyOverlay, type PublishedSiteContent, servedContent } from "../content/siteContent.ts";
import { type Content, pageKeyOf } from "../content/startContent.ts";
import { readItems } from "./contentItems.ts";
import { createImageUses, type ImageUses } from "./imageUses.ts";
import { CHANNEL, EMPTY_HEAD, type Head, readHead, readHeadNumber } from "./revisionStore.ts";

/** All content with some changes over the files. */
export interface BuiltContent {
  site: SiteContent;
  pages: PageCatalog;
  /** Paths of all pages that visitors see. */
  paths: ReadonlySet<string>;
  redirects: Redirects;
  /** Changes that do not fit the files, and are left out. */
  unused: UnusedField[];
  /** Values of all items by key. */
  items: ReadonlyMap<string, Json>;
}

/** What is published, as this instance serves it. */
export interface Publishing {
  head(): Head;
  /** What the files say: values of all items by key. */
  files(): ReadonlyMap<string, Json>;
  build(overlay: Overlay): BuiltContent;
  /** Where images are shown. */
  usesOf(content: BuiltContent): ImageUses;
  /** The published content; the same object until something changes. */
  published(): BuiltContent;
  /** The revision that the files include; null for none. */
  included(): IncludedRevision | null;
  /** Serves the latest revision, unless this instance already does. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

export interface PublishingOptions {
  records: Records;
  siteContent: Pick<PublishedSiteContent, "files" | "publish" | "onChange">;
  content: Pick<Content, "files" | "build" | "publish" | "onChange">;
  bundle: { entry: Pick<SiteEntry, "listImages" | "listPictures"> };
  /** The revision that the files include; none by default. */
  included?: Followed<IncludedRevision | null>;
  log: Logger;
}

const NOT_INCLUDED = { values: () => null, onChange: () => undefined, stop: () => undefined };

/** A revision as it is served over files that include another. */
interface ServedHead {
  head: Head;
  included: IncludedRevision | null;
}

/**
 * Serves the latest revision of the content, and each later one as soon as an instance publishes it. Texts and pages are replaced together,
 * between two requests.
 */
export async function startPublishing(options: PublishingOptions): Promise<Publishing> {
  const { records, siteContent, content, included = NOT_INCLUDED, log } = options;
  let head = EMPTY_HEAD;
  let built: BuiltContent | null = null;
  let files: ReadonlyMap<string, Json> | null = null;
  const forgetFiles = () => {
    files = null;
    built = null;
  };
  siteContent.onChange(forgetFiles);
  content.onChange(() => {
    forgetFiles();
    serve();
  });

  const build = (overlay: Overlay): BuiltContent => {
    const site = applyOverlay(siteContent.files(), overlay);
    const pages = content.build(overlay);
    const written = [...pages.catalog.byPath.values()].flatMap(({ page, item }) =>
      item === undefined ? [] : [[pageKeyOf(page), item] as const],
    );
    return {
      site: servedContent(siteContent.files(), overlay, linkedPages(pages.catalog)),
      pages: pages.catalog,
      paths: pages.paths,
      unused: [...site.unused, ...pages.unused],
      redirects: pages.redirects,
      items: readItems(site.content, pages, written),
    };
  };

  /** What links a page depends on whether the page is there. */
  const serve = () => siteContent.publish(head.overlay, linkedPages(content.build(head.overlay).catalog));

  serve();
  const { refresh, stop } = await followRecords<ServedHead>({
    records,
    channel: CHANNEL,
    name: "the published content",
    async read(current) {
      const files = included.values();
      const isSame = isDeepStrictEqual(files, current.included);
      if (isSame && (await readHeadNumber(records.db)) <= current.head.number) return current;
      const next = await readHead(records.db, files);
      return next.number < current.head.number ? current : { head: next, included: files };
    },
    unknown: { head: EMPTY_HEAD, included: null },
    onChange(next) {
      head = next.head;
      content.publish(head.overlay);
      serve();
      forgetFiles();
      for (const { item, pointer, problem } of build(head.overlay).unused)
        log.warn(`The published change of ${item}${pointer} is not used: ${problem}`);
    },
    log,
  });
  included.onChange(() => void refresh().catch(() => undefined));
  return {
    head: () => head,
    included: included.values,
    files: () => (files ??= build(EMPTY_HEAD.overlay).items),
    build,
    usesOf: createImageUses(options.bundle.entry),
    published: () => (built ??= build(head.overlay)),
    refresh,
    async stop() {
      included.stop();
      await stop();
    },
  };
}
