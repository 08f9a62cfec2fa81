import { type Locale, localizePath } from "@marquee/contract";
import type { ShellCopy } from "../app/copy.ts";

interface ShellLink {
  label: string;
  text: string;
  href: string;
}

/** What the Product menu and the footer lead to. These pages exist in English only. */
export function productLinks({ product }: ShellCopy): ShellLink[] {
  return [
    { ...product.teams, href: "/lp" },
    { ...product.projects, href: "/lp/teams/project-management" },
    { ...product.gantt, href: "/lp/features/gantt-chart-view" },
    { ...product.ai, href: "/lp/ai" },
    { ...product.brain, href: "/brain" },
  ];
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
