import {
  type Audience,
  DEFAULT_LOCALE,
  LOCALES,
  type Locale,
  localeOfPath,
  localizePath,
  type SitemapEntry,
  trackingAttributes,
} from "@marquee/contract";
import { Bot, ChartGantt, Columns3, ListChecks, type LucideIcon, Sparkles } from "lucide-react";
import type { ShellCopy } from "../copy/copy.ts";
import { knownAlternates } from "../site/pages.ts";

/** Marks the links of header and footer, whose clicks are tracked like those on buttons. */
export const TRACKED_LINK = trackingAttributes({ clickedType: "link" });

/** Props shared by the parts of the header and the menu. */
export interface NavProps {
  copy: ShellCopy;
  locale: Locale;
  /** Current path; links to it are marked. */
  path: string;
}

export interface ShellLink {
  label: string;
  href: string;
}

export interface ProductLink extends ShellLink {
  text: string;
  icon: LucideIcon;
}

/** Links to the product pages. A hidden page has no label. */
export function productLinks({ product }: ShellCopy, locale: Locale): ProductLink[] {
  const href = (path: string) => localizePath(path, locale);
  return [
    { ...product.teams, href: href("/lp"), icon: Columns3 },
    { ...product.projects, href: href("/lp/teams/project-management"), icon: ListChecks },
    { ...product.gantt, href: href("/lp/features/gantt-chart-view"), icon: ChartGantt },
    { ...product.ai, href: href("/lp/ai"), icon: Sparkles },
    { ...product.brain, href: href("/brain"), icon: Bot },
  ].filter(({ label }) => label);
}

/** Links to the departments on the home page. The fragments are IDs on that page. */
export function departmentLinks({ solutions }: ShellCopy, locale: Locale): ShellLink[] {
  const { departments } = solutions;
  const home = localizePath("/", locale);
  return [
    { label: departments.engineering, href: `${home}#engineering` },
    { label: departments.marketing, href: `${home}#marketing` },
    { label: departments.design, href: `${home}#design` },
    { label: departments.sales, href: `${home}#sales` },
    { label: departments.support, href: `${home}#support` },
    { label: departments.operations, href: `${home}#operations` },
    { label: departments.pmo, href: `${home}#pmo` },
    { label: departments.hr, href: `${home}#hr` },
    { label: departments.finance, href: `${home}#finance` },
  ];
}

/** `hrefLang` of a page that exists in English only; undefined on English pages. */
export function englishFrom(locale: Locale): Locale | undefined {
  return locale === DEFAULT_LOCALE ? undefined : DEFAULT_LOCALE;
}

/** Link to a page that editors write: to its translation if there is one, otherwise to the English page. */
export function writtenLink(
  { writtenPaths = {} }: ShellCopy,
  slug: string,
  locale: Locale,
): { href: string; hrefLang: Locale | undefined } {
  const href = writtenPaths[slug] ?? `/${slug}`;
  return { href, hrefLang: localeOfPath(href) === locale ? undefined : DEFAULT_LOCALE };
}

/**
 * Target of "Log in"; empty for no link. Without a URL, known customers get the page with instructions for finding their workspace; a
 * hidden page has no label.
 */
export function loginHref(
  copy: ShellCopy,
  locale: Locale,
  { audience, url }: { audience: Audience; url: string },
): string {
  if (url !== "" || audience !== "customer" || !copy.footer.login) return url;
  return writtenLink(copy, "login", locale).href;
}

/** Name of the page that exists in every visible language. */
const PRICING = "pricing";

export function pricingPath(locale: Locale): string {
  return localizePath("/pricing", locale);
}

/**
 * One link per language: to the translation of the page at `path` or, if there is none, to the pricing page, which every language has.
 * @param alternates the page's translations; needed for a page that an editor wrote, which is not in `PAGES`.
 * @param hidden pages that visitors do not see, as `<locale>/<name>`. A language whose pricing page is one of them is hidden as a whole.
 */
export function localeLinks(
  path: string,
  alternates: SitemapEntry["alternates"] = knownAlternates(path),
  hidden: readonly string[] = [],
): { locale: Locale; href: string }[] {
  const translations = new Map(alternates.map((alternate) => [alternate.locale, alternate.path]));
  const visibleLocales = LOCALES.filter((locale) => !hidden.includes(`${locale}/${PRICING}`));
  return visibleLocales.map((locale) => ({ locale, href: translations.get(locale) ?? pricingPath(locale) }));
}
