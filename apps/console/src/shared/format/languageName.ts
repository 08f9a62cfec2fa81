import { capitalize, type Locale, valueTitle } from "@marquee/contract";

/** The name of a language: "French". The site has one variant of each. */
export function languageName(locale: Locale): string {
  return capitalize(valueTitle("visit:language", locale.split("-")[0] ?? locale));
}
