import { DEFAULT_LOCALE, LOCALES, type Locale, localizePath, type SitemapEntry } from "@marquee/contract";
import { Bot, ChartGantt, Columns3, ListChecks, type LucideIcon, Sparkles } from "lucide-react";
import type { ShellCopy } from "../copy/copy.ts";
import { knownAlternates } from "../site/pages.ts";

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
  /** Language of the linked page, if it differs from this page's. */
  hrefLang?: Locale | undefined;
}

export interface ProductLink extends ShellLink {
  text: string;
  icon: LucideIcon;
}

/** Links to the product pages, which exist in English only. */
export function productLinks({ product }: ShellCopy, locale: Locale): ProductLink[] {
  const hrefLang = englishFrom(locale);
  return [
    { ...product.teams, href: "/lp", icon: Columns3, hrefLang },
    { ...product.projects, href: "/lp/teams/project-management", icon: ListChecks, hrefLang },
    { ...product.gantt, href: "/lp/features/gantt-chart-view", icon: ChartGantt, hrefLang },
    { ...product.ai, href: "/lp/ai", icon: Sparkles, hrefLang },
    { ...product.brain, href: "/brain", icon: Bot, hrefLang },
  ];
}

/** Links to the departments on the home page, which exists in English only. The fragments are IDs on that page. */
export function departmentLinks({ solutions }: ShellCopy, locale: Locale): ShellLink[] {
  const { departments } = solutions;
  const hrefLang = englishFrom(locale);
  return [
    { label: departments.engineering, href: "/#engineering", hrefLang },
    { label: departments.marketing, href: "/#marketing", hrefLang },
    { label: departments.design, href: "/#design", hrefLang },
    { label: departments.sales, href: "/#sales", hrefLang },
    { label: departments.support, href: "/#support", hrefLang },
    { label: departments.operations, href: "/#operations", hrefLang },
    { label: departments.pmo, href: "/#pmo", hrefLang },
    { label: departments.hr, href: "/#hr", hrefLang },
    { label: departments.finance, href: "/#finance", hrefLang },
  ];
}

/** `hrefLang` of a page that exists in English only; undefined on English pages. */
export function englishFrom(locale: Locale): Locale | undefined {
  return locale === DEFAULT_LOCALE ? undefined : DEFAULT_LOCALE;
}

export function pricingPath(locale: Locale): string {
  return localizePath("/pricing", locale);
}

/** Language names, each in its own language: people who read the list may not read the current language. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: "English",
  "fr-FR": "Français",
  "es-ES": "Español",
  it: "Italiano",
  "pt-BR": "Português (Brasil)",
  de: "Deutsch",
};

/**
 * One link per language: to the translation of the page at `path` or, if there is none, to the pricing page, which every language has.
 * @param alternates the page's translations; needed for a page that an editor wrote, which is not in `PAGES`.
 */
export function localeLinks(
  path: string,
  alternates: SitemapEntry["alternates"] = knownAlternates(path),
): { locale: Locale; href: string }[] {
  const translations = new Map(alternates.map((alternate) => [alternate.locale, alternate.path]));
  return LOCALES.map((locale) => ({ locale, href: translations.get(locale) ?? pricingPath(locale) }));
}
