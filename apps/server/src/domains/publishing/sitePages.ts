import { DEFAULT_LOCALE, type SiteContent, type SiteEntry, type SitemapEntry } from "@marquee/contract";
import type { Followed } from "../content/followContent.ts";
import type { Content } from "../content/startContent.ts";

/** A page of the site in one language. */
interface SitePage {
  path: string;
  title: string;
}

export type ListSitePages = () => Promise<SitePage[]>;

interface SitePagesOptions {
  entry: Pick<SiteEntry, "listPages" | "listPageTexts" | "describePage">;
  content: Pick<Content, "list" | "find">;
  siteContent: Pick<Followed<SiteContent>, "values">;
}

/** @returns a function that lists every page of the site with its current title: the site's own pages, then those written by editors. */
export function createSitePages({ entry, content, siteContent }: SitePagesOptions): ListSitePages {
  let cached: { version: string; pages: Promise<SitePage[]> } | null = null;

  /** Reads titles once per version of the texts, because reading them loads every page. */
  const listOwn = (): Promise<SitePage[]> => {
    const { version } = siteContent.values();
    if (cached?.version === version) return cached.pages;
    const pages = readOwnPages(entry);
    cached = { version, pages };
    pages.catch(() => {
      cached = null;
    });
    return pages;
  };

  return async () => {
    const written = content.list().map(({ path }) => ({ path, title: content.find(path)?.title ?? path }));
    return [...(await listOwn()), ...written];
  };
}

function readOwnPages(entry: SitePagesOptions["entry"]): Promise<SitePage[]> {
  const names = new Map(entry.listPageTexts().map(({ page, path }) => [path, page]));
  const titleOf = async ({ path, alternates }: SitemapEntry) => {
    const original = alternates.find(({ locale }) => locale === DEFAULT_LOCALE);
    const locale = alternates.find((alternate) => alternate.path === path)?.locale ?? DEFAULT_LOCALE;
    const name = names.get(original?.path ?? path);
    const card = name === undefined ? null : await entry.describePage({ name, locale });
    return card?.label || card?.headline || path;
  };
  return Promise.all(
    entry.listPages().map(async (page) => ({ path: page.path, title: await titleOf(page) })),
  );
}
