import { type ContentPatch, contentFlag, type FlagValues, type Locale } from "@marquee/contract";
import { readContentData } from "../content/contentData.ts";
import { loadCopy } from "./copy.ts";
import type { LoadedPage, PageModule } from "./page.types.ts";
import { matchPage } from "./pages.ts";
import { withHeadline } from "./pageTitle.ts";

/** Code and texts of a page, as they are before anybody's flags change them. */
interface PageParts {
  name: string;
  locale: Locale;
  module: PageModule<never>;
  json: unknown;
}

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
  return {
    path,
    locale,
    head: withHeadline(module.head(copy, locale), patched),
    body: <Page copy={copy} locale={locale} />,
  };
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
  const [module, json] = await Promise.all([page.load(), loadCopy(page.name, locale)]);
  await module.prepare?.(locale);
  return { name: page.name, locale, module, json };
}

/** Few visitors see other texts, so few fetch the code that puts them in. */
async function withPatch(json: unknown, patch: NonNullable<ContentPatch["copy"]>[string] | undefined) {
  return patch ? (await import("./patchCopy.ts")).patchCopy(json, patch) : json;
}

/** A page that an editor wrote comes with its document; going to another one is going to another document. */
async function loadWrittenPage(path: string): Promise<LoadedPage | null> {
  const data = readContentData(path);
  if (!data) return null;
  const { loadContentPage } = await import("../content/loadContentPage.tsx");
  return loadContentPage(data);
}
