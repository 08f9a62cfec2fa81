/** Locales the site speaks. `en` is the default and has no prefix in its addresses. */
export const LOCALES = ["en", "fr-FR", "es-ES", "it", "pt-BR", "de"] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en";

/**
 * The path of an address, without origin, query string and fragment; "/" when nothing is left.
 * @param address a path (`/pricing?x=1`) or an absolute address (`https://trellis.example/pricing#faq`).
 */
export function pathOf(address: string): string {
  const path = address.trim().replace(/[?#].*$/s, "");
  return path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "") || "/";
}

/** A path without the slashes at its end: `/pricing/` is `/pricing`, and "/" stays. */
function withoutTrailingSlash(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/**
 * Whether `path` is one of those that `pattern` means (specification, section 2, site banner). Upper and lower
 * case differ; the query string, the fragment and white space around either argument are ignored.
 * @param pattern "*" (every path), a prefix ending in a star (`/lp/*`: what starts with `/lp/`), or one path,
 * with or without a slash at its end. A blank pattern means no path.
 */
export function matchesPath(pattern: string, path: string): boolean {
  if (pattern.trim() === "") return false;
  const wanted = pathOf(pattern);
  const actual = pathOf(path);
  if (wanted.endsWith("*")) return actual.startsWith(wanted.slice(0, -1));
  return withoutTrailingSlash(actual) === withoutTrailingSlash(wanted);
}

/**
 * The identifier of a page (specification, section 2): `explicitId` if given, "home" for the root path, else the
 * path without its leading slash, every run of characters other than ASCII letters, digits and underscore made
 * one dash, in lower case: `/lp/teams/project-management` is `lp-teams-project-management`.
 * @param path the page's path; a query string or fragment is ignored.
 */
export function pageIdOf(path: string, explicitId?: string): string {
  if (explicitId) return explicitId;
  const page = pathOf(path);
  if (page === "/") return "home";
  return page
    .replace(/^\//, "")
    .replace(/[^A-Za-z0-9_]+/g, "-")
    .toLowerCase();
}

/** The landing paths (specification, section 2). */
export const LANDING_PATHS = [
  "/lp",
  "/lp/teams/project-management",
  "/brain",
  "/lp/ai",
  "/lp/features/gantt-chart-view",
] as const;
export type LandingPath = (typeof LANDING_PATHS)[number];

/** @param path a path; its query string and fragment, if any, are ignored. */
export function isLandingPath(path: string): boolean {
  return (LANDING_PATHS as readonly string[]).includes(pathOf(path));
}

/** Where the document of the interactive demo is served, to be framed by pages of this origin only. */
export const DEMO_FRAME_PATH = "/demo/frame";

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
