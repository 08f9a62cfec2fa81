import { type ContentChanges, contentFlag, type FlagValues, type Json, type Locale } from "@marquee/contract";
import { loadCompleteStyles } from "../browser/completeStyles.ts";
import type { CopyStore, ShellCopy } from "../copy/copy.ts";
import { type Answers, FLAG_TIMES } from "../flags/answers.ts";
import { headOf } from "../head/pageTitle.ts";
import { readContentData } from "../site/contentData.ts";
import type { LoadedPage, PageModule } from "../site/page.types.ts";
import { alternatesOf, matchPage } from "../site/pages.ts";

interface PageLoad {
  page: LoadedPage | null;
  /** The path that a redirect experiment sends the visitor to instead. */
  elsewhere: string | null;
}

export const NOT_FOUND: PageLoad = { page: null, elsewhere: null };

/** Code and copy of a page without what flags change. */
interface PageParts {
  name: string;
  locale: Locale;
  alternates: NonNullable<LoadedPage["alternates"]>;
  module: PageModule<never>;
  json: unknown;
}

/** The code of each page as its own chunk, fetched on demand. Content pages load theirs in `loadContentPage`. */
const ROUTES = import.meta.glob<PageModule<never>>(["../routes/*.tsx", "!../routes/content-page.tsx"]);

/** The pages of one version of the content. */
export interface Pages {
  /**
   * Loads the page at `path`, ready to render. Code and copy are fetched once; later calls reuse them.
   * @param flags Flag values, which may change the page's texts and sections.
   * @returns null when the site has no such page.
   * @throws when code or copy cannot be fetched; the next call tries again.
   */
  load(path: string, flags?: FlagValues): Promise<LoadedPage | null>;
  /** Fetches a page's code and copy, and what all pages but the first need, ahead of navigation. @throws as `load` */
  prefetch(path: string): Promise<void>;
}

type HiddenPages = ShellCopy["hiddenPages"];

/** @param copy Texts of the pages. @param hidden Pages that visitors do not see, which no page names as its translation. */
export function createPages(copy: CopyStore, hidden?: HiddenPages | Promise<HiddenPages>): Pages {
  const pending = new Map<string, Promise<PageParts | null>>();
  const loadParts = (path: string) => {
    const pendingParts = pending.get(path);
    if (pendingParts) return pendingParts;
    const loading = fetchParts(path, copy, hidden);
    pending.set(path, loading);
    loading.catch(() => pending.delete(path));
    return loading;
  };
  return {
    async load(path, flags) {
      const parts = await loadParts(path);
      if (!parts) return loadContentPage(path);
      const { name, locale, alternates, module, json } = parts;
      const changed = await withChanges(json, { page: name, locale, changes: flags?.[contentFlag(name)] });
      // The route file and its copy share a name; the server checks every language's JSON against the English file, which the types rely on.
      const texts = changed as never;
      const Page = module.default;
      return { path, locale, alternates, head: headOf(changed), body: <Page copy={texts} locale={locale} /> };
    },
    async prefetch(path) {
      await Promise.all([loadParts(path), loadCompleteStyles()]);
    },
  };
}

async function fetchParts(
  path: string,
  copy: CopyStore,
  hidden: HiddenPages | Promise<HiddenPages>,
): Promise<PageParts | null> {
  const match = matchPage(path);
  if (!match) return null;
  const { page, locale } = match;
  const { name } = page;
  const load = ROUTES[`../routes/${name}.tsx`];
  if (!load) throw new Error(`apps/site/src/routes/${name}.tsx is missing, the code of the page ${path}.`);
  const [module, json] = await Promise.all([load(), copy.load(name, locale)]);
  await Promise.all((module.copyNames ?? []).map((each) => copy.load(each, locale)));
  return { name, locale, alternates: alternatesOf(page, await hidden), module, json };
}

interface Changed {
  page: string;
  locale: Locale;
  changes: ContentChanges | undefined;
}

/** Few visitors see changed texts, so the code that changes them is fetched only for them. */
async function withChanges(json: unknown, { changes, ...place }: Changed): Promise<unknown> {
  if (!changes || Object.keys(changes).length === 0) return json;
  return (await import("../copy/changeCopy.ts")).changeCopy(json as Json, { ...place, changes });
}

/** A content page carries its data in its own HTML document, so navigating to another content page is a full page load. */
async function loadContentPage(path: string): Promise<LoadedPage | null> {
  const data = readContentData(path);
  if (!data) return null;
  const { loadContentPage } = await import("./loadContentPage.tsx");
  return loadContentPage(data);
}

/** The page at a path, or the path a redirect experiment leads to. A redirect resolves after a short delay; the shown page stays until then. */
export async function findPage(pages: Pages, path: string, { flags, redirects }: Answers): Promise<PageLoad> {
  const elsewhere = redirects.find(({ from, to }) => from === path && to !== path)?.to;
  if (!elsewhere) {
    const [page] = await Promise.all([pages.load(path, flags), loadCompleteStyles()]);
    // The server handles a hidden page: not found, or a redirect.
    const isHidden = page?.alternates?.every((each) => each.path !== path);
    return isHidden ? NOT_FOUND : { page, elsewhere: null };
  }
  await new Promise((resolve) => setTimeout(resolve, FLAG_TIMES.redirect));
  return { page: null, elsewhere };
}
