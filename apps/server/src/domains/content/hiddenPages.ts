import {
  DEFAULT_LOCALE,
  itemKey,
  type Json,
  LOCALES,
  type Locale,
  localizePath,
  type SiteContent,
  type SiteEntry,
  valueAt,
  withValueAt,
} from "@marquee/contract";
import { NO_OVERLAY, type Overlay } from "./overlay.ts";
import type { PageCatalog } from "./pageCatalog.ts";

const SHELL = "shell";

/** Labels of the navigation, in the copy of the shell, by the copy file of the site page that they link to. */
const OWN_LINKS: Readonly<Record<string, readonly string[][]>> = {
  lp: [["product", "teams", "label"]],
  "lp-project-management": [["product", "projects", "label"]],
  "lp-gantt": [["product", "gantt", "label"]],
  "lp-ai": [["product", "ai", "label"]],
  brain: [
    ["product", "brain", "label"],
    ["nav", "brain"],
  ],
};
/** Pages that editors write, by slug. Languages without such a page link to the English one. */
const WRITTEN_LINKS: Readonly<Record<string, readonly string[][]>> = {
  security: [["footer", "security"]],
  accessibility: [["footer", "accessibility"]],
  login: [["footer", "login"]],
  guide: [["footer", "guide"]],
  changelog: [["footer", "changelog"]],
  articles: [["footer", "articles"]],
  templates: [["footer", "templates"]],
  integrations: [["footer", "integrations"]],
};

/** Paths of pages that editors write, by slug and language. */
export type WrittenPaths = Readonly<Record<string, Partial<Record<Locale, string>>>>;

const ALL_IN_ENGLISH: WrittenPaths = Object.fromEntries(
  Object.keys(WRITTEN_LINKS).map((slug) => [slug, { [DEFAULT_LOCALE]: `/${slug}` }]),
);

type Copy = Pick<SiteContent, "copy">;

/**
 * Whether a page of the site itself is hidden in a language, according to its copy file or a change to it.
 */
function isOwnHidden({ copy }: Copy, overlay: Overlay, locale: Locale, name: string): boolean {
  const inFile = (copy[locale]?.[name] as { hidden?: unknown } | undefined)?.hidden;
  const changed = overlay.get(itemKey({ kind: "copy", locale, id: name }))?.["/hidden"];
  // Required pages have no such field.
  return typeof inFile === "boolean" && (typeof changed === "boolean" ? changed : inFile);
}

/**
 * The languages hidden from visitors, according to the copy of their shell. English is always shown. @param overlay changes applied to
 * `content`.
 */
export function hiddenLanguages(content: Copy, overlay: Overlay = NO_OVERLAY): Locale[] {
  return LOCALES.filter(
    (locale) => locale !== DEFAULT_LOCALE && isOwnHidden(content, overlay, locale, SHELL),
  );
}

/**
 * Paths of the site's own pages that are hidden from visitors. @param overlay changes applied to `content`.
 */
export function hiddenPaths(
  content: Copy,
  pages: ReturnType<SiteEntry["listPageTexts"]>,
  overlay: Overlay = NO_OVERLAY,
): Set<string> {
  const languages = hiddenLanguages(content, overlay);
  const paths = LOCALES.flatMap((locale) =>
    pages
      .filter(({ page }) => languages.includes(locale) || isOwnHidden(content, overlay, locale, page))
      .map(({ path }) => localizePath(path, locale)),
  );
  return new Set(paths);
}

/** The visible pages that navigation or footer link to. */
export function linkedPages({ byPath }: Pick<PageCatalog, "byPath">): WrittenPaths {
  const linked: Record<string, Partial<Record<Locale, string>>> = {};
  for (const { page } of byPath.values()) {
    const { slug, locale, path, hidden } = page;
    if (Object.hasOwn(WRITTEN_LINKS, slug) && !hidden) linked[slug] = { ...linked[slug], [locale]: path };
  }
  return linked;
}

/**
 * The copy of the shell in each language without the labels of hidden pages, so that nothing links to them. It also lists the site's hidden
 * pages in all languages, because a page links to its translations, and the paths of other pages, because editors choose them.
 * @param linked from {@link linkedPages}; by default, all of them are in English.
 */
export function unlinkHidden({ copy }: Copy, linked: WrittenPaths = ALL_IN_ENGLISH): SiteContent["copy"] {
  const hiddenIn = (locale: Locale) =>
    Object.keys(copy[locale] ?? {}).filter((name) => isOwnHidden({ copy }, NO_OVERLAY, locale, name));
  const languages = hiddenLanguages({ copy });
  const hiddenPages = LOCALES.flatMap((locale) => {
    const names = languages.includes(locale) ? Object.keys(copy[locale] ?? {}) : hiddenIn(locale);
    return names.map((name) => `${locale}/${name}`);
  });
  const unlinked = LOCALES.map((locale): [Locale, Record<string, unknown>] => {
    const labels = [
      ...hiddenIn(locale).flatMap((name) => OWN_LINKS[name] ?? []),
      ...Object.entries(WRITTEN_LINKS).flatMap(([slug, places]) =>
        pathIn(linked, slug, locale) === undefined ? places : [],
      ),
    ];
    const writtenPaths = movedPaths(linked, locale);
    const moved = Object.keys(writtenPaths).length;
    const shell = copy[locale]?.[SHELL] as Json | undefined;
    if (shell === undefined) return [locale, copy[locale]];
    const visibleLabels = labels.filter((label) => valueAt(shell, label));
    if (visibleLabels.length + hiddenPages.length + moved === 0) return [locale, copy[locale]];
    const without = visibleLabels.reduce((value, label) => withValueAt(value, label, "") ?? value, shell);
    const named = {
      ...(without as object),
      ...(hiddenPages.length > 0 && { hiddenPages }),
      ...(moved > 0 && { writtenPaths }),
    };
    return [locale, { ...copy[locale], [SHELL]: named }];
  });
  return Object.fromEntries(unlinked) as SiteContent["copy"];
}

function pathIn(linked: WrittenPaths, slug: string, locale: Locale): string | undefined {
  const paths = linked[slug];
  return paths?.[locale] ?? paths?.[DEFAULT_LOCALE];
}

/** Paths that differ from the slug: translations, and pages with a custom path. */
function movedPaths(linked: WrittenPaths, locale: Locale): Record<string, string> {
  const paths = Object.keys(linked).map((slug) => [slug, pathIn(linked, slug, locale)] as const);
  return Object.fromEntries(
    paths.flatMap(([slug, path]) => (path === undefined || path === `/${slug}` ? [] : [[slug, path]])),
  );
}
