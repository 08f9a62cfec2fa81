import { isDeepStrictEqual } from "node:util";
import {
  type ContentPage,
  type ContentProblem,
  findRedirectsProblem,
  isReservedPath,
  itemKey,
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
import type { PageSource } from "./contentful/startContentful.ts";
import { watchContent } from "./followContent.ts";
import { changeMeetingRoutes, readMeetingRoutes } from "./meetingRoutes.ts";
import {
  applyItem,
  createItemMemo,
  type ItemOverlay,
  type ItemProblem,
  isSame,
  NO_OVERLAY,
  type Overlay,
} from "./overlay.ts";
import { buildPageCatalog, type PageCatalog } from "./pageCatalog.ts";
import { type ParsedPage, withItem } from "./parsePageFile.ts";
import { type PageFiles, readPageFiles } from "./readPageFiles.ts";
import { createFindRedirect, type FindRedirect, keepValidRedirects, readRedirects } from "./redirects.ts";

const FOLLOWED = /^(?:pages\/|(?:redirects|meeting-routes)\.json$)/;

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
  /** Paths of all pages that visitors see, those of the site itself included. */
  paths: ReadonlySet<string>;
  redirects: Redirects;
  meetingRoutes: MeetingRoutes;
  /** Changes that do not fit the files, and are left out. */
  unused: UnusedField[];
}

interface ContentOptions {
  contentDir: string;
  log: Logger;
  /** Paths that the site's own pages use. */
  takenPaths: ReadonlySet<string>;
  /** Those of them that visitors do not see, so that they can be redirected; none by default. */
  hiddenPaths?: {
    /** With these changes over the files. */
    with(overlay: Overlay): ReadonlySet<string>;
    /** Calls `listener` after files that say so change. */
    onChange(listener: () => void): void;
  };
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
  let files: PageFiles = { pages: [], errors: [] };
  let writtenRedirects: Redirects = {};
  let writtenRoutes = await readMeetingRoutes(contentDir);
  let meetingRoutes = writtenRoutes;
  let overlay = NO_OVERLAY;
  let catalog: PageCatalog;
  let findRedirect: FindRedirect;
  const reported = new Set<string>();

  const buildWith = (changes: Overlay): BuiltPages & { redirectErrors: readonly ContentError[] } => {
    const isOwn = (path: string) => takenPaths.has(path) || isReservedPath(path);
    const { pages, unused } = changePages(files.pages, changes, isOwn);
    const built = buildPageCatalog({ files: pages, remote: remote?.pages() ?? [], takenPaths });
    const hidden = hiddenPaths?.with(changes);
    const own = [...takenPaths].filter((path) => !hidden?.has(path));
    const paths = new Set([...own, ...built.entries.map(({ path }) => path)]);
    const isPage = (path: string) => paths.has(path);
    const base = keepValidRedirects(writtenRedirects, isPage);
    const redirects = changeRedirects(base.redirects, changes.get(REDIRECTS_ITEM), isPage);
    const meetings = changeMeetingRoutes(writtenRoutes, changes.get(MEETING_ROUTES_ITEM));
    return {
      catalog: built,
      paths,
      redirects: normalizeRedirects(redirects.value as Redirects),
      meetingRoutes: meetings.routes,
      unused: [...unused, ...redirects.unused, ...meetings.unused],
      redirectErrors: base.errors,
    };
  };
  const build = () => {
    reported.clear();
    const built = buildWith(overlay);
    catalog = built.catalog;
    findRedirect = createFindRedirect(built.redirects);
    meetingRoutes = built.meetingRoutes;
    for (const error of [...catalog.errors, ...built.redirectErrors]) log.error(error.message);
  };
  /** While a file is invalid, what it said before stays. */
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
    build();
  };
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const isPart = (path: string) => FOLLOWED.test(path);
  const stopFollowing = await watchContent({ contentDir, isPart, log, read: () => read().then(changed) });
  hiddenPaths?.onChange(build);
  remote?.onChange(() => {
    build();
    changed();
  });
  return {
    find(path) {
      const page = catalog.byPath.get(normalizePath(path))?.page;
      return isVisible(page) ? page : undefined;
    },
    findRedirect: (path, search) => findRedirect(path, search),
    meetingRoutes: () => meetingRoutes,
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
      const before = overlay;
      const keys = [...new Set([...before.keys(), ...next.keys()])];
      const isChanged = (kind: "page" | "redirects" | "meeting-routes") =>
        keys.some((key) => parseItemKey(key)?.kind === kind && !isSame(before.get(key), next.get(key)));
      const arePages = isChanged("page");
      const areRoutes = isChanged("redirects") || isChanged("meeting-routes");
      const isHiddenChanged = !isDeepStrictEqual(hiddenPaths?.with(overlay), hiddenPaths?.with(next));
      overlay = next;
      if (arePages || areRoutes || isHiddenChanged) build();
      if (arePages) changed();
    },
    stop() {
      stopFollowing();
      remote?.stop();
    },
  };
}

function isVisible(page: ContentPage | undefined): page is ContentPage {
  return page !== undefined && !page.hidden;
}

/** Key of a page in a file, as an item of content. */
export function pageKeyOf({ locale, slug }: ContentPage): string {
  return itemKey({ kind: "page", locale, id: slug });
}

/**
 * The pages of files with changes: other values, added and removed pages. A change that does not fit is left out alone; so is one that gives a
 * page the path of another.
 */
function changePages(
  files: readonly ParsedPage[],
  overlay: Overlay,
  isOwn: (path: string) => boolean,
): { pages: ParsedPage[]; unused: UnusedField[] } {
  const changes = new Map([...overlay].filter(([key]) => parseItemKey(key)?.kind === "page"));
  const written = files.map((parsed): [string, ParsedPage | null] => [pageKeyOf(parsed.page), parsed]);
  const known = new Set(written.map(([key]) => key));
  const added = [...changes.keys()]
    .filter((key) => !known.has(key))
    .map((key): [string, null] => [key, null]);
  const refused: UnusedField[] = [];
  for (;;) {
    const changed = [...written, ...added].map(([key, parsed]) => changePage(key, parsed, changes.get(key)));
    const pages = changed.flatMap(({ page }) => page ?? []);
    const clash = findClash(pages, changes, isOwn);
    if (!clash) return { pages, unused: [...refused, ...changed.flatMap(({ unused }) => unused)] };
    const { item, pointer } = clash;
    const { [pointer]: _refused, ...others } = changes.get(item) ?? {};
    changes.set(item, others);
    refused.push(clash);
  }
}

interface ChangedPage {
  page: ParsedPage | null;
  unused: UnusedField[];
}

const changedOnce = createItemMemo<ChangedPage>();

function changePage(key: string, parsed: ParsedPage | null, changes: ItemOverlay | undefined): ChangedPage {
  if (!changes || (parsed && parsed.item === undefined)) return { page: parsed, unused: [] };
  return changedOnce(key, parsed, changes, () => applyToPage(key, parsed, changes));
}

function applyToPage(key: string, parsed: ParsedPage | null, changes: ItemOverlay): ChangedPage {
  const address = parseItemKey(key);
  if (address?.kind !== "page") return { page: parsed, unused: [] };
  const { locale, id: slug } = address;
  const placed = parsed ?? { page: { slug, locale }, file: key };
  const whole = changes[WHOLE_ITEM];
  const check = (item: Json) => pageProblem(placed, item);
  const { value, unused } = applyItem({
    key,
    base: parsed?.item,
    changes:
      whole === undefined || whole === null
        ? changes
        : { ...changes, [WHOLE_ITEM]: completePage(key, whole) },
    check,
  });
  return { page: value === undefined ? null : withItem(placed, value), unused };
}

/** A page that is added, with the members that it leaves out. */
export function completePage(key: string, item: Json): Json {
  const address = parseItemKey(key);
  if (address?.kind !== "page" || pageProblem({ page: { ...address, slug: address.id }, file: key }, item))
    return item;
  return withItem({ page: { ...address, slug: address.id }, file: key }, item).item ?? item;
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
      const problem = `${page.path} is another page already. Choose another path.`;
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
    const [pointer = "", ...others] = wrong.ids.map((id) => `/${id}`).reverse();
    return { pointer, others, problem: wrong.problem };
  };
  return applyItem({ key: REDIRECTS_ITEM, base: base, changes: changes ?? {}, check });
}

function pageProblem(placed: Parameters<typeof withItem>[0], item: Json): ItemProblem | null {
  try {
    withItem(placed, item);
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
