import { DEFAULT_LOCALE, LOCALES, type Locale, localizePath, type SitemapEntry } from "@marquee/contract";
import { Bot, ChartGantt, Columns3, ListChecks, type LucideIcon, Sparkles } from "lucide-react";
import type { ShellCopy } from "../copy/copy.ts";
import { knownAlternates } from "../site/pages.ts";

/** What the parts of the header and the menu are given. */
export interface NavProps {
  copy: ShellCopy;
  locale: Locale;
  /** Path of the page that is shown; marks the link that leads to it. */
  path: string;
}

export interface ShellLink {
  label: string;
  href: string;
  /** Language of the page behind the link, where it is another one than this page's. */
  hrefLang?: Locale | undefined;
}

export interface ProductLink extends ShellLink {
  text: string;
  icon: LucideIcon;
}

/** The pages about the product. They exist in English only. */
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

/** Each department's row on the home page, which exists in English only. The ids are that page's anchors. */
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

/** Languages by their own names: a language list is read by people who do not read the current one. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: "English",
  "fr-FR": "Français",
  "es-ES": "Español",
  it: "Italiano",
  "pt-BR": "Português (Brasil)",
  de: "Deutsch",
};

/**
 * Where each language's link leads from `path`: to the same page where that language has it, else to its plans and prices, which every
 * language has.
 * @param alternates the page's translations, where the table of pages does not know them.
 */
export function localeLinks(
  path: string,
  alternates: SitemapEntry["alternates"] = knownAlternates(path),
): { locale: Locale; href: string }[] {
  const translations = new Map(alternates.map((alternate) => [alternate.locale, alternate.path]));
  return LOCALES.map((locale) => ({ locale, href: translations.get(locale) ?? pricingPath(locale) }));
}
