import {
  type ContentPage,
  type ContentProblem,
  findRedirectsProblem,
  isReservedPath,
  type Json,
  MEETING_ROUTES_ITEM,
  type MeetingRoutes,
  normalizePath,
  normalizeRedirects,
  parseItemKey,
  REDIRECTS_ITEM,
  type Redirects,
  type SitemapEntry,
  WHOLE_ITEM,
} from "@marquee/contract";
import type { UnusedField } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { ContentError, logProblem } from "../../platform/errors/contentError.ts";
import { changePart } from "./changePart.ts";
import type { PageSource } from "./contentful/startContentful.ts";
import { watchContent } from "./followContent.ts";
import { isPageFile } from "./kinds/index.ts";
import type { ItemOverlay, ItemProblem } from "./kinds/kindDeclaration.types.ts";
import { readMeetingRoutes } from "./kinds/meetingRoutes.ts";
import { pageKeyOf } from "./kinds/page.ts";
import { readRedirects } from "./kinds/redirects.ts";
import { applyItem, NO_OVERLAY, type Overlay } from "./overlay.ts";
import { buildPageCatalog, type PageCatalog } from "./pageCatalog.ts";
import type { ParsedPage } from "./parsePageFile.ts";
import { type PageFiles, readPageFiles } from "./readPageFiles.ts";
import { createFindRedirect, type FindRedirect, keepValidRedirects } from "./redirects.ts";

/** The current content pages. */
export interface Content {
  /** The page that visitors see at a path, or undefined. */
  find(path: string): ContentPage | undefined;
  /** Where a path without a page leads. */
  findRedirect: FindRedirect;
  /** Where leads are sent to book a meeting. */
  meetingRoutes(): MeetingRoutes;
  /** Every page that visitors see, with its translations. */
  list(): SitemapEntry[];
  alternatesOf(page: ContentPage): SitemapEntry["alternates"];
  /** Logs a problem in `page` for its editor, once per change of the content. */
  report(page: ContentPage, problem: ContentProblem): void;
  /** Calls `listener` after pages change, but not after redirects or meeting routes do: no page shows them. */
  onChange(listener: () => void): void;
  /** Calls `listener` after files or another source change, which then publishes again. */
  onFiles(listener: () => void): void;
  /** All pages, with these changes over the files instead of the published ones. */
  build(overlay: Overlay): BuiltPages;
  /** Replaces what is served. */
  publish(pages: BuiltPages): void;
  stop(): void;
}

/** The pages with some changes over the files. */
interface BuiltPages {
  catalog: PageCatalog;
  /** Paths of all pages that visitors see, those of the site itself included. */
  paths: ReadonlySet<string>;
  redirects: Redirects;
  meetingRoutes: MeetingRoutes;
  /** Changes that do not fit the files and are ignored. */
  unused: UnusedField[];
  /** Errors in files of pages and redirects, which are ignored. */
  errors: readonly ContentError[];
}

interface ContentOptions {
  contentDir: string;
  log: Logger;
  /** Paths that the site's own pages use. */
  takenPaths: ReadonlySet<string>;
  /** The hidden ones of them after changes, which can be redirected; none by default. */
  hiddenPaths?(overlay: Overlay): ReadonlySet<string>;
  /** Another source of pages, such as Contentful. If one has the same path as a file, the file wins. */
  remote: PageSource | null;
}

/**
 * Reads the pages of `content/pages` and watches them for changes. Invalid pages are logged with their position and a
 * correct example. Until they are fixed, their last valid version is served while the server runs.
 * @throws {ContentError} if the meeting routes are invalid at the start.
 */
export async function startContent(options: ContentOptions): Promise<Content> {
  const { contentDir, log, takenPaths, hiddenPaths, remote } = options;
  const listeners: (() => void)[] = [];
  const fileListeners: (() => void)[] = [];
  let files: PageFiles = { pages: [], errors: [] };
  let writtenRedirects: Redirects = {};
  let writtenRoutes = await readMeetingRoutes(contentDir);
  let served: BuiltPages | null = null;
  let findRedirect: FindRedirect = () => null;
  /** Problems logged since the files were last read. */
  const logged = new Set<string>();
  const reported = new Set<string>();
  const madeOf = new WeakMap<PageCatalog, readonly ParsedPage[]>();

  /** The served catalog, if its pages are the same. */
  const catalogOf = (pages: readonly ParsedPage[]): PageCatalog => {
    const all = [...pages, ...(remote?.pages() ?? [])];
    const before = served && madeOf.get(served.catalog);
    if (served && before?.length === all.length && all.every((page, index) => page === before[index]))
      return served.catalog;
    const catalog = buildPageCatalog(all, takenPaths);
    madeOf.set(catalog, all);
    return catalog;
  };
  const build = (changes: Overlay): BuiltPages => {
    const isOwn = (path: string) => takenPaths.has(path) || isReservedPath(path);
    const { pages, unused } = changePages(files.pages, changes, isOwn);
    const catalog = catalogOf(pages);
    const hidden = hiddenPaths?.(changes);
    const builtIn = [...takenPaths].filter((path) => !hidden?.has(path));
    const paths = new Set([...builtIn, ...catalog.entries.map(({ path }) => path)]);
    const isPage = (path: string) => paths.has(path);
    const base = keepValidRedirects(writtenRedirects, isPage);
    const redirects = changeRedirects(base.redirects, changes.get(REDIRECTS_ITEM), isPage);
    const meetings = changePart(MEETING_ROUTES_ITEM, writtenRoutes, changes.get(MEETING_ROUTES_ITEM));
    return {
      catalog,
      paths,
      redirects: normalizeRedirects(redirects.value as Redirects),
      meetingRoutes: meetings.part,
      unused: [...unused, ...redirects.unused, ...meetings.unused],
      errors: [...catalog.errors, ...base.errors],
    };
  };
  const publish = (next: BuiltPages) => {
    const before = served;
    if (next === before) return;
    served = next;
    findRedirect = createFindRedirect(next.redirects);
    for (const { message } of next.errors) {
      if (!logged.has(message)) log.error(message);
      logged.add(message);
    }
    if (next.catalog === before?.catalog) return;
    reported.clear();
    for (const listener of listeners) listener();
  };
  const changed = () => {
    logged.clear();
    if (served) madeOf.delete(served.catalog);
    if (fileListeners.length === 0) publish(build(NO_OVERLAY));
    for (const listener of fileListeners) listener();
  };
  /** While a file is invalid, its previous content is kept. */
  const keeping =
    <Value>(before: Value) =>
    (error: unknown): Value => {
      if (!(error instanceof ContentError)) throw error;
      log.error(error.message);
      return before;
    };
  const read = async () => {
    files = keepLastGood(files, await readPageFiles(contentDir));
    writtenRedirects = await readRedirects(contentDir).catch(keeping(writtenRedirects));
    writtenRoutes = await readMeetingRoutes(contentDir).catch(keeping(writtenRoutes));
    for (const error of files.errors) log.error(error.message);
    for (const { file, problems } of files.pages) for (const each of problems) logProblem(log, file, each);
    changed();
  };
  const stopFollowing = await watchContent({ contentDir, isPart: isPageFile, log, read });
  remote?.onChange(changed);
  const current = () => (served ??= build(NO_OVERLAY));
  return {
    find(path) {
      const page = current().catalog.byPath.get(normalizePath(path))?.page;
      return isVisible(page) ? page : undefined;
    },
    findRedirect: (path, search) => findRedirect(path, search),
    meetingRoutes: () => current().meetingRoutes,
    list: () => current().catalog.entries,
    alternatesOf: (page) => current().catalog.alternatesOf(page),
    report(page, problem) {
      // A page is rendered once per variant, but its editor is told about problems once.
      const key = JSON.stringify([page.path, problem]);
      if (reported.has(key)) return;
      reported.add(key);
      logProblem(log, current().catalog.byPath.get(page.path)?.file ?? page.path, problem);
    },
    onChange: (listener) => listeners.push(listener),
    onFiles: (listener) => fileListeners.push(listener),
    build,
    publish,
    stop() {
      stopFollowing();
      remote?.stop();
    },
  };
}

function isVisible(page: ContentPage | undefined): page is ContentPage {
  return page !== undefined && !page.hidden;
}

/**
 * The pages of files with changes: other values, added and removed pages. A change that does not fit is ignored individually, and so is one
 * that gives a page the path of another.
 */
function changePages(
  files: readonly ParsedPage[],
  overlay: Overlay,
  isOwn: (path: string) => boolean,
): { pages: ParsedPage[]; unused: UnusedField[] } {
  const changes = new Map([...overlay].filter(([key]) => parseItemKey(key)?.kind === "page"));
  const written = files.map((parsed): [string, ParsedPage | undefined] => [pageKeyOf(parsed.page), parsed]);
  const writtenKeys = new Set(written.map(([key]) => key));
  const added = [...changes.keys()]
    .filter((key) => !writtenKeys.has(key))
    .map((key): [string, undefined] => [key, undefined]);
  const refused: UnusedField[] = [];
  for (;;) {
    const changed = [...written, ...added].map(([key, parsed]) => changePart(key, parsed, changes.get(key)));
    const pages = changed.flatMap(({ part }) => part ?? []);
    const clash = findClash(pages, changes, isOwn);
    if (!clash) return { pages, unused: [...refused, ...changed.flatMap(({ unused }) => unused)] };
    const { item, pointer } = clash;
    const { [pointer]: _refused, ...remaining } = changes.get(item) ?? {};
    changes.set(item, remaining);
    refused.push(clash);
  }
}

/** A change that gives a page the path of another, or one that the site uses itself. */
function findClash(
  pages: readonly ParsedPage[],
  overlay: Overlay,
  isOwn: (path: string) => boolean,
): UnusedField | null {
  const byPath = new Map<string, string>();
  for (const { page } of pages) {
    const key = pageKeyOf(page);
    const other = byPath.get(page.path);
    if (other === undefined && !isOwn(page.path)) {
      byPath.set(page.path, key);
      continue;
    }
    for (const item of [key, other ?? key]) {
      const changes = overlay.get(item) ?? {};
      const pointer = ["/path", WHOLE_ITEM].find((each) => Object.hasOwn(changes, each));
      if (pointer === undefined) continue;
      const problem = `${page.path} is already another page. Choose another path.`;
      return { item, pointer, value: changes[pointer] as Json, problem };
    }
  }
  return null;
}

function changeRedirects(
  base: Redirects,
  changes: ItemOverlay | undefined,
  isPage: (path: string) => boolean,
) {
  const check = (value: Json): ItemProblem | null => {
    const wrong = findRedirectsProblem(value as Redirects, isPage);
    if (!wrong) return null;
    const [pointer = "", ...relatedPointers] = wrong.ids.map((id) => `/${id}`).reverse();
    return { pointer, relatedPointers, problem: wrong.problem };
  };
  return applyItem({ key: REDIRECTS_ITEM, base: base, changes: changes ?? {}, check });
}

/** Keeps the previous page of each file that is now invalid. */
function keepLastGood(before: PageFiles, now: PageFiles): PageFiles {
  const wrong = new Set(now.errors.map(({ file }) => file));
  const previousPages = before.pages.filter(({ file }) => wrong.has(file));
  return { ...now, pages: [...now.pages, ...previousPages] };
}
