import {
  type ContentPage,
  type ContentProblem,
  itemKey,
  type Json,
  parseItemKey,
  type SitemapEntry,
} from "@marquee/contract";
import type { UnusedField } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { ContentError, logProblem } from "../errors/contentError.ts";
import type { PageSource } from "./contentful/startContentful.ts";
import { watchContent } from "./followContent.ts";
import { applyItem, type ItemProblem, NO_OVERLAY, type Overlay } from "./overlay.ts";
import { buildPageCatalog, type PageCatalog } from "./pageCatalog.ts";
import { type ParsedPage, withItem } from "./parsePageFile.ts";
import { type PageFiles, readPageFiles } from "./readPageFiles.ts";
import { unusedOf } from "./siteContent.ts";

const FOLLOWED = /^pages(?:[/\\]|$)/;

/** The current content pages. */
export interface Content {
  /** The page at a path, or undefined. */
  find(path: string): ContentPage | undefined;
  /** Every page with its translations. */
  list(): SitemapEntry[];
  alternatesOf(page: ContentPage): SitemapEntry["alternates"];
  /** Logs a problem in `page` for its editor, once per change of the content. */
  report(page: ContentPage, problem: ContentProblem): void;
  /** Calls `listener` after pages change. */
  onChange(listener: () => void): void;
  /** The pages in files, without what is published over them. */
  files(): readonly ParsedPage[];
  /** All pages, with these changes over the files instead of those that are published. */
  build(overlay: Overlay): BuiltPages;
  /** Replaces all changes over the files. */
  publish(overlay: Overlay): void;
  stop(): void;
}

interface BuiltPages {
  catalog: PageCatalog;
  /** Changes that do not fit the files, and are left out. */
  unused: UnusedField[];
}

interface ContentOptions {
  contentDir: string;
  log: Logger;
  /** Paths that the site's own pages use. */
  takenPaths: ReadonlySet<string>;
  /** Another source of pages, such as Contentful. If one has the same path as a file, the file wins. */
  remote: PageSource | null;
}

/**
 * Reads the pages of `content/pages` and watches them for changes. Invalid pages are logged with their position and a
 * correct example. Until they are fixed, their last valid version is served while the server runs.
 */
export async function startContent(options: ContentOptions): Promise<Content> {
  const { contentDir, log, takenPaths, remote } = options;
  const listeners: (() => void)[] = [];
  let files: PageFiles = { pages: [], errors: [] };
  let overlay = NO_OVERLAY;
  let catalog: PageCatalog;
  const reported = new Set<string>();

  const buildWith = (changes: Overlay): BuiltPages => {
    const { pages, unused } = changePages(files.pages, changes);
    return { catalog: buildPageCatalog({ files: pages, remote: remote?.pages() ?? [], takenPaths }), unused };
  };
  const build = () => {
    reported.clear();
    catalog = buildWith(overlay).catalog;
    for (const error of catalog.errors) log.error(error.message);
  };
  const read = async () => {
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
  const isPart = (path: string) => FOLLOWED.test(path);
  const stopFollowing = watchContent({ contentDir, isPart, log, onChange: () => read().then(changed) });
  return {
    find: (path) => catalog.byPath.get(path)?.page,
    list: () => catalog.entries,
    alternatesOf: (page) => catalog.alternatesOf(page),
    report(page, problem) {
      // A page is rendered once per variant, but its editor is told about problems once.
      const key = JSON.stringify([page.path, problem]);
      if (reported.has(key)) return;
      reported.add(key);
      logProblem(log, catalog.byPath.get(page.path)?.file ?? page.path, problem);
    },
    onChange: (listener) => listeners.push(listener),
    files: () => files.pages,
    build: buildWith,
    publish(next) {
      const pagesOf = (changes: Overlay) =>
        JSON.stringify([...changes].filter(([key]) => parseItemKey(key)?.kind === "page"));
      const isUnchanged = pagesOf(overlay) === pagesOf(next);
      overlay = next;
      if (isUnchanged) return;
      build();
      changed();
    },
    stop() {
      stopFollowing();
      remote?.stop();
    },
  };
}

/** Key of a page in a file, as an item of content. */
export function pageKeyOf({ locale, slug }: ContentPage): string {
  return itemKey({ kind: "page", locale, id: slug });
}

function changePages(
  files: readonly ParsedPage[],
  overlay: Overlay,
): { pages: ParsedPage[]; unused: UnusedField[] } {
  const unused: UnusedField[] = [];
  const known = new Set<string>();
  const pages = files.map((parsed) => {
    const key = pageKeyOf(parsed.page);
    known.add(key);
    const changes = overlay.get(key);
    if (!changes || parsed.item === undefined) return parsed;
    const changed = applyItem({
      key,
      base: parsed.item,
      changes,
      check: (item) => pageProblem(parsed, item),
    });
    unused.push(...changed.unused);
    return withItem(parsed, changed.value);
  });
  for (const [key, changes] of overlay) {
    if (parseItemKey(key)?.kind === "page" && !known.has(key)) unused.push(...unusedOf(key, changes));
  }
  return { pages, unused };
}

function pageProblem(parsed: ParsedPage, item: Json): ItemProblem | null {
  try {
    withItem(parsed, item);
    return null;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { pointer: `/${error.place}`, problem: error.problem };
  }
}

/** Keeps the previous page of each file that is now invalid. */
function keepLastGood(before: PageFiles, now: PageFiles): PageFiles {
  const wrong = new Set(now.errors.map(({ file }) => file));
  const kept = before.pages.filter(({ file }) => wrong.has(file));
  return { ...now, pages: [...now.pages, ...kept] };
}
