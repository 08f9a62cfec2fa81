import { LOCALES, type Locale, type SitemapEntry } from "@marquee/contract";
import { knownAlternates } from "../app/knownAlternates.ts";
import { pricingPath } from "./links.ts";

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
