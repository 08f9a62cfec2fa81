import {
  type Locale,
  localeOfPath,
  type SiteContent,
  type SiteEntry,
  type SitemapEntry,
} from "@marquee/contract";
import type { Followed } from "../domains/content/followContent.ts";
import { hiddenLanguages, hiddenPaths } from "../domains/content/hiddenPages.ts";
import type { Content } from "../domains/content/startContent.ts";

interface VisiblePagesOptions {
  entry: Pick<SiteEntry, "listPages" | "listPageTexts">;
  content: Pick<Content, "find" | "list">;
  siteContent: Pick<Followed<SiteContent>, "values">;
}

/** The visible part of the site, without hidden pages and languages. */
export function createVisiblePages({ entry, content, siteContent }: VisiblePagesOptions) {
  let hidden: { version: string; paths: Set<string>; languages: Locale[] } | null = null;
  /** Read once for each version of the content. */
  const readHidden = () => {
    const current = siteContent.values();
    const { version } = current;
    if (hidden?.version !== version) {
      const paths = hiddenPaths(current, entry.listPageTexts());
      hidden = { version, paths, languages: hiddenLanguages(current) };
    }
    return hidden;
  };
  const isHidden = (path: string) => readHidden().paths.has(path);
  const isVisibleLanguage = ({ locale }: { locale: Locale }) => !readHidden().languages.includes(locale);
  const isVisiblePath = ({ path }: { path: string }) => !isHidden(path);
  /** The entries that pass the filter, with their passing translations. */
  const filterEntries = (
    entries: readonly SitemapEntry[],
    isVisible: (page: { path: string; locale: Locale }) => boolean,
  ) =>
    entries
      .filter(({ path }) => isVisible({ path, locale: localeOfPath(path) }))
      .map((page) => ({ ...page, alternates: page.alternates.filter(isVisible) }));
  return {
    isHidden,
    isVisibleLanguage,
    /** A page written by an editor. */
    findWritten(path: string) {
      const page = content.find(path);
      return page && isVisibleLanguage(page) ? page : undefined;
    },
    /** Pages that sitemaps list: the site's own, and those written by editors. */
    list: () => [
      ...filterEntries(entry.listPages(), isVisiblePath),
      ...filterEntries(content.list(), isVisibleLanguage),
    ],
  };
}
