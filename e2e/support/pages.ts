import { LANDING_PATHS, LOCALES, localizePath } from "@marquee/contract";

/** Every page of the site in every language it has. */
export const ALL_PAGES: readonly string[] = [
  "/",
  ...LOCALES.map((locale) => localizePath("/pricing", locale)),
  ...LANDING_PATHS,
];

export const NOT_FOUND_PAGES: readonly string[] = ["/no-such-page", "/de/no-such-page"];
