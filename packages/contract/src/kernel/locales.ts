import languages from "../../../../content/languages.json" with { type: "json" };

/** The product's default languages. A site may have others, which the code treats the same way. */
export type Locale = "en" | "fr-FR" | "es-ES" | "it" | "pt-BR" | "de";

interface Language {
  /** In the language itself: people who read a list of languages may not read the current one. */
  name: string;
  /** Open Graph locales consist of language and territory, so every language needs a territory. */
  openGraph: string;
}

/** Languages of the site by locale, from `content/languages.json`; a change needs a build. */
export const LANGUAGES: Readonly<Record<Locale, Language>> = languages;

/** Locales of the site. `en` is the default and has no path prefix. */
export const LOCALES = Object.keys(LANGUAGES) as readonly Locale[];

export const DEFAULT_LOCALE: Locale = "en";

/** Whether `value` is spelled exactly like one of {@link LOCALES}. */
export function isLocale(value: string): value is Locale {
  return (LOCALES as readonly string[]).includes(value);
}

/** Adds the prefix of `locale` to `path` (starting with "/"): `/pricing` in `de` becomes `/de/pricing`. */
export function localizePath(path: string, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === "/" ? `/${locale}` : `/${locale}${path}`;
}

/** The locale named by the first segment of `path`, otherwise the default: `/de/pricing` is `de`. */
export function localeOfPath(path: string): Locale {
  const segment = path.split("/")[1] ?? "";
  return isLocale(segment) ? segment : DEFAULT_LOCALE;
}
