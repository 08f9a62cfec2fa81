import { readContentData } from "../content/contentData.ts";
import { loadCopy } from "./copy.ts";
import type { LoadedPage } from "./page.types.ts";
import { matchPage } from "./pages.ts";
import { withHeadline } from "./pageTitle.ts";

const pending = new Map<string, Promise<LoadedPage | null>>();

/**
 * Code and copy of the page at `path`, fetched once; later calls share the first one's answer.
 * @returns null when the site has no such page.
 * @throws when code or copy cannot be fetched; the next call tries again.
 */
export function loadPage(path: string): Promise<LoadedPage | null> {
  const known = pending.get(path);
  if (known) return known;
  const loading = fetchPage(path);
  pending.set(path, loading);
  loading.catch(() => pending.delete(path));
  return loading;
}

async function fetchPage(path: string): Promise<LoadedPage | null> {
  const match = matchPage(path);
  if (!match) return loadWrittenPage(path);
  const { page, locale } = match;
  const [module, json] = await Promise.all([page.load(), loadCopy(page.name, locale)]);
  // The route file and its copy belong together by name; copy.test.ts checks the JSON against the English file.
  const copy = json as never;
  await module.prepare?.(locale);
  const Page = module.default;
  return {
    path,
    locale,
    head: withHeadline(module.head(copy, locale), json),
    body: <Page copy={copy} locale={locale} />,
  };
}

/** A page that an editor wrote comes with its document; going to another one is going to another document. */
async function loadWrittenPage(path: string): Promise<LoadedPage | null> {
  const data = readContentData(path);
  if (!data) return null;
  const { loadContentPage } = await import("../content/loadContentPage.tsx");
  return loadContentPage(data);
}
