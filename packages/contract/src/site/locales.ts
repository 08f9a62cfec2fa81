/** Locales the site speaks. `en` is the default and has no prefix in its addresses. */
export const LOCALES = ["en", "fr-FR", "es-ES", "it", "pt-BR", "de"] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = "en";

/** @returns whether `value` is spelled exactly as one of {@link LOCALES}. */
export function isLocale(value: string): value is Locale {
  return (LOCALES as readonly string[]).includes(value);
}

/** The address of `path` (starting with "/") in `locale`: `/pricing` in `de` is `/de/pricing`. */
export function localizePath(path: string, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === "/" ? `/${locale}` : `/${locale}${path}`;
}

/** The locale that the first segment of `path` names, or the default one: `/de/pricing` is `de`. */
export function localeOfPath(path: string): Locale {
  const segment = path.split("/")[1] ?? "";
  return isLocale(segment) ? segment : DEFAULT_LOCALE;
}
