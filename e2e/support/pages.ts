import { LANDING_PATHS, LOCALES, localizePath } from "@marquee/contract";

/** Pages that exist in every language. */
const TRANSLATED = ["/", "/pricing", ...LANDING_PATHS, "/contact-sales", "/sign-up", "/privacy"];

/** Every page of the site in every language it has. */
export const ALL_PAGES: readonly string[] = [
  ...TRANSLATED.flatMap((path) => LOCALES.map((locale) => localizePath(path, locale))),
  "/demo",
  "/guide",
  "/security",
  "/accessibility",
];

export const NOT_FOUND_PAGES: readonly string[] = ["/no-such-page", "/de/no-such-page"];
