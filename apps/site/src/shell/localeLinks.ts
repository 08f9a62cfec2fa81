import { LOCALES, type Locale } from "@marquee/contract";
import { alternatesOf, matchPage } from "../app/pages.ts";
import { pricingPath } from "./links.ts";

/**
 * Where each language's link leads from `path`: to the same page where that language has it, else to its plans and prices, which every
 * language has.
 */
export function localeLinks(path: string): { locale: Locale; href: string }[] {
  const match = matchPage(path);
  const translations = new Map(
    match ? alternatesOf(match.page).map((alternate) => [alternate.locale, alternate.path]) : [],
  );
  return LOCALES.map((locale) => ({ locale, href: translations.get(locale) ?? pricingPath(locale) }));
}
