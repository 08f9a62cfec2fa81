import { type ContentPatch, contentFlag, type FlagValues, type Locale } from "@marquee/contract";
import { loadCopy } from "../copy/copy.ts";
import { type Answers, FLAG_TIMES } from "../flags/answers.ts";
import { headOf } from "../head/pageTitle.ts";
import { readContentData } from "../site/contentData.ts";
import type { LoadedPage, PageModule } from "../site/page.types.ts";
import { matchPage } from "../site/pages.ts";

interface Found {
  page: LoadedPage | null;
  /** The path that an experiment shows instead. */
  elsewhere: string | null;
}

export const NOWHERE: Found = { page: null, elsewhere: null };

/** Code and texts of a page, as they are before anybody's flags change them. */
interface PageParts {
  name: string;
  locale: Locale;
  module: PageModule<never>;
  json: unknown;
}

/** The code of each page, fetched by the pages that need it. */
const ROUTES = import.meta.glob<PageModule<never>>(["../routes/*.tsx", "!../routes/content-page.tsx"]);

const pending = new Map<string, Promise<PageParts | null>>();

/**
 * The page at `path`, ready to render. Its code and copy are fetched once; later calls share the first one's answer.
 * @param flags may put other texts on it.
 * @returns null when the site has no such page.
 * @throws when code or copy cannot be fetched; the next call tries again.
 */
export async function loadPage(path: string, flags?: FlagValues): Promise<LoadedPage | null> {
  const parts = await loadParts(path);
  if (!parts) return loadWrittenPage(path);
  const { name, locale, module, json } = parts;
  const patched = await withPatch(json, flags?.[contentFlag(name)]?.copy?.[locale]);
  // The route file and its copy belong together by name; copy.test.ts checks the JSON against the English file.
  const copy = patched as never;
  const Page = module.default;
  return { path, locale, head: headOf(patched), body: <Page copy={copy} locale={locale} /> };
}

/** Fetches what a page is made of ahead. @throws as {@link loadPage} */
export function loadParts(path: string): Promise<PageParts | null> {
  const known = pending.get(path);
  if (known) return known;
  const loading = fetchParts(path);
  pending.set(path, loading);
  loading.catch(() => pending.delete(path));
  return loading;
}

async function fetchParts(path: string): Promise<PageParts | null> {
  const match = matchPage(path);
  if (!match) return null;
  const { page, locale } = match;
  const { name } = page;
  const load = ROUTES[`../routes/${name}.tsx`];
  if (!load) throw new Error(`apps/site/src/routes/${name}.tsx is missing, the code of the page ${path}.`);
  const [module, json] = await Promise.all([load(), loadCopy(name, locale)]);
  await module.prepare?.(locale);
  return { name, locale, module, json };
}

/** Few visitors see other texts, so few fetch the code that puts them in. */
async function withPatch(json: unknown, patch: NonNullable<ContentPatch["copy"]>[string] | undefined) {
  return patch ? (await import("../copy/patchCopy.ts")).patchCopy(json, patch) : json;
}

/** A page that an editor wrote comes with its document; going to another one is going to another document. */
async function loadWrittenPage(path: string): Promise<LoadedPage | null> {
  const data = readContentData(path);
  if (!data) return null;
  const { loadContentPage } = await import("./loadContentPage.tsx");
  return loadContentPage(data);
}

/** The page at a path, or where an experiment leads instead, a moment later; what is shown stays until then. */
export async function findPage(path: string, { flags, redirects }: Answers): Promise<Found> {
  const elsewhere = redirects.find(({ from, to }) => from === path && to !== path)?.to;
  if (!elsewhere) return { page: await loadPage(path, flags), elsewhere: null };
  await new Promise((resolve) => setTimeout(resolve, FLAG_TIMES.redirect));
  return { page: null, elsewhere };
}
