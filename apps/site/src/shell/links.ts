import { DEFAULT_LOCALE, type Locale, localizePath } from "@marquee/contract";
import {
  BadgeCheck,
  Bot,
  ChartGantt,
  Code,
  Columns3,
  Handshake,
  Headphones,
  Landmark,
  ListChecks,
  type LucideIcon,
  Megaphone,
  Palette,
  Settings2,
  Sparkles,
  UsersRound,
} from "lucide-react";
import type { ShellCopy } from "../app/copy.ts";

export interface ShellLink {
  label: string;
  href: string;
  icon: LucideIcon;
  /** Language of the page behind the link, where it is another one than this page's. */
  hrefLang?: Locale | undefined;
}

/** The pages about the product. They exist in English only. */
export function productLinks({ product }: ShellCopy, locale: Locale): (ShellLink & { text: string })[] {
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
    { label: departments.engineering, href: "/#engineering", icon: Code, hrefLang },
    { label: departments.marketing, href: "/#marketing", icon: Megaphone, hrefLang },
    { label: departments.design, href: "/#design", icon: Palette, hrefLang },
    { label: departments.sales, href: "/#sales", icon: Handshake, hrefLang },
    { label: departments.support, href: "/#support", icon: Headphones, hrefLang },
    { label: departments.operations, href: "/#operations", icon: Settings2, hrefLang },
    { label: departments.pmo, href: "/#pmo", icon: BadgeCheck, hrefLang },
    { label: departments.hr, href: "/#hr", icon: UsersRound, hrefLang },
    { label: departments.finance, href: "/#finance", icon: Landmark, hrefLang },
  ];
}

/** `hrefLang` of a page that exists in English only; undefined on English pages. */
export function englishFrom(locale: Locale): Locale | undefined {
  return locale === DEFAULT_LOCALE ? undefined : DEFAULT_LOCALE;
}

export function pricingPath(locale: Locale): string {
  return localizePath("/pricing", locale);
}

/** Languages by their own names: a list of languages is read by those who do not read the current one. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: "English",
  "fr-FR": "Français",
  "es-ES": "Español",
  it: "Italiano",
  "pt-BR": "Português (Brasil)",
  de: "Deutsch",
};
