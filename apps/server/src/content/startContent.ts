import type { ContentPage, ContentProblem, ImageSize, SitemapEntry } from "@marquee/contract";
import type { Logger } from "pino";
import type { PageSource } from "./contentful/startContentful.ts";
import { followContent } from "./followContent.ts";
import { logProblem } from "./logProblem.ts";
import { buildCatalog, type Catalog } from "./pageCatalog.ts";
import { readImageSizes } from "./readImageSizes.ts";
import { type PageFiles, readPageFiles } from "./readPageFiles.ts";

/** The pages that editors wrote, as they are now. */
export interface Content {
  /** The page at a path, or undefined. */
  find(path: string): ContentPage | undefined;
  /** Every page with its translations. */
  list(): SitemapEntry[];
  alternatesOf(page: ContentPage): SitemapEntry["alternates"];
  /** Pixels of an image below `content/images`, or null. */
  imageSize(source: string): ImageSize | null;
  /** Tells the editor of `page`, in the log, what of it is not shown. */
  report(page: ContentPage, problem: ContentProblem): void;
  /** Calls back after any page or image has changed. */
  onChange(listener: () => void): void;
  stop(): void;
}

interface ContentOptions {
  contentDir: string;
  log: Logger;
  /** Paths that pages of the site have already. */
  takenPaths: ReadonlySet<string>;
  /** Pages from elsewhere, if any. Where one has the path of a file's page, the file counts. */
  remote: PageSource | null;
}

/**
 * Reads the pages of `content/pages` and follows their changes. A page that cannot be read is logged with its place and a right
 * example; the others are served, and of it the last good state while the server runs.
 */
export async function startContent(options: ContentOptions): Promise<Content> {
  const { contentDir, log, takenPaths, remote } = options;
  const listeners: (() => void)[] = [];
  let files: PageFiles = { pages: [], errors: [] };
  let images = new Map<string, ImageSize>();
  let catalog: Catalog;
  const reported = new Set<string>();

  const build = () => {
    reported.clear();
    catalog = buildCatalog({ files: files.pages, remote: remote?.pages() ?? [], takenPaths });
    for (const error of catalog.errors) log.error(error.message);
  };
  const read = async () => {
    images = await readImageSizes(contentDir, log);
    files = keepLastGood(files, await readPageFiles(contentDir));
    for (const error of files.errors) log.error(error.message);
    for (const { file, problems } of files.pages) for (const each of problems) logProblem(log, file, each);
    build();
  };
  const changed = () => {
    for (const listener of listeners) listener();
  };
  await read();
  remote?.onChange(() => {
    build();
    changed();
  });
  const stopFollowing = followContent({ contentDir, log, read: () => read().then(changed) });
  return {
    find: (path) => catalog.byPath.get(path)?.page,
    list: () => catalog.entries,
    alternatesOf: (page) => catalog.alternatesOf(page),
    imageSize: (source) => images.get(source) ?? null,
    report(page, problem) {
      // A page is drawn anew for each kind of visitor; its editor is told once.
      const key = JSON.stringify([page.path, problem]);
      if (reported.has(key)) return;
      reported.add(key);
      logProblem(log, catalog.byPath.get(page.path)?.file ?? page.path, problem);
    },
    onChange: (listener) => listeners.push(listener),
    stop() {
      stopFollowing();
      remote?.stop();
    },
  };
}

/** A file that has just become wrong keeps the page that it made before. */
function keepLastGood(before: PageFiles, now: PageFiles): PageFiles {
  const wrong = new Set(now.errors.map(({ file }) => file));
  const kept = before.pages.filter(({ file }) => wrong.has(file));
  return { ...now, pages: [...now.pages, ...kept] };
}
