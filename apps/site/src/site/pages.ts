import {
  DEFAULT_LOCALE,
  LOCALES,
  type Locale,
  localeOfPath,
  localizePath,
  type SitemapEntry,
} from "@marquee/contract";

/** One page of the site. Its code is `routes/<name>.tsx`. */
export interface PageEntry {
  /** Names the copy file: `content/copy/<locale>/<name>.json`. */
  name: string;
  /** Path in the default locale. */
  path: string;
  locales: readonly Locale[];
}

export const PAGES: readonly PageEntry[] = [
  { name: "home", path: "/", locales: LOCALES },
  { name: "pricing", path: "/pricing", locales: LOCALES },
  { name: "lp", path: "/lp", locales: LOCALES },
  { name: "lp-project-management", path: "/lp/teams/project-management", locales: LOCALES },
  { name: "brain", path: "/brain", locales: LOCALES },
  { name: "lp-ai", path: "/lp/ai", locales: LOCALES },
  { name: "lp-gantt", path: "/lp/features/gantt-chart-view", locales: LOCALES },
  { name: "contact-sales", path: "/contact-sales", locales: LOCALES },
  { name: "demo", path: "/demo", locales: [DEFAULT_LOCALE] },
  { name: "sign-up", path: "/sign-up", locales: LOCALES },
  { name: "privacy", path: "/privacy", locales: LOCALES },
];

/**
 * @param path a pathname without query string.
 * @returns null if the site has no such page.
 */
export function matchPage(path: string): { page: PageEntry; locale: Locale } | null {
  const locale = localeOfPath(path);
  const page = PAGES.find(
    (entry) => entry.locales.includes(locale) && localizePath(entry.path, locale) === path,
  );
  return page ? { page, locale } : null;
}

/** The page in each of its languages, for hreflang and the locale switcher. @param hidden pages that visitors do not see, as `<locale>/<name>`. */
export function alternatesOf(
  page: PageEntry,
  hidden: readonly string[] = [],
): { locale: Locale; path: string }[] {
  return page.locales
    .filter((locale) => !hidden.includes(`${locale}/${page.name}`))
    .map((locale) => ({ locale, path: localizePath(page.path, locale) }));
}

/** Translations of the page at `path`, including itself; empty if {@link PAGES} has no such page. @param hidden as for {@link alternatesOf} */
export function knownAlternates(path: string, hidden?: readonly string[]): SitemapEntry["alternates"] {
  const match = matchPage(path);
  return match ? alternatesOf(match.page, hidden) : [];
}

/**
 * Localizes a link's URL to the language of its page.
 * @param href a path in the default locale, with or without query string and fragment, or any other URL.
 * @returns `href` with the prefix of `locale` if that page exists in it; otherwise `href` as it is.
 */
export function localHref(href: string, locale: Locale): string {
  const path = href.replace(/[?#].*$/s, "");
  const page = PAGES.find((entry) => entry.path === path);
  return page?.locales.includes(locale) ? localizePath(path, locale) + href.slice(path.length) : href;
}
