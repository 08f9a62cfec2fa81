import languages from "../../../../content/languages.json" with { type: "json" };

/** The languages that the product comes with. A site may have others, which the code treats alike. */
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

/**
 * The path of a URL without origin, query string and fragment; "/" if nothing is left.
 * @param address a path (`/pricing?x=1`) or an absolute URL (`https://trellis.example/pricing#faq`).
 */
export function pathOf(address: string): string {
  const path = address.trim().replace(/[?#].*$/s, "");
  return path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "") || "/";
}

/** Removes trailing slashes from a path: `/pricing/` becomes `/pricing`, "/" stays. */
function withoutTrailingSlash(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/**
 * Whether `path` matches `pattern` (specification, section 2, site banner). Case-sensitive. The query string, the
 * fragment and white space around either argument are ignored.
 * @param pattern "*" (every path), a prefix ending in a star (`/lp/*`: paths that start with `/lp/`), or one path, with
 * or without a trailing slash. A blank pattern matches no path.
 */
export function matchesPath(pattern: string, path: string): boolean {
  if (pattern.trim() === "") return false;
  const wanted = pathOf(pattern);
  const actual = pathOf(path);
  if (wanted.endsWith("*")) return actual.startsWith(wanted.slice(0, -1));
  return withoutTrailingSlash(actual) === withoutTrailingSlash(wanted);
}

/**
 * The ID of a page (specification, section 2): `explicitId` if given, "home" for the root path, otherwise the path
 * without its leading slash, in lower case, with each run of characters other than ASCII letters, digits and underscore
 * replaced by one dash. `/lp/teams/project-management` becomes `lp-teams-project-management`.
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

/** Whether `path` is one of {@link LANDING_PATHS}. Its query string and fragment are ignored. */
export function isLandingPath(path: string): boolean {
  return (LANDING_PATHS as readonly string[]).includes(pathOf(path));
}

/** Path of the interactive demo's document, which only pages of the same origin can frame. */
export const DEMO_FRAME_PATH = "/demo/frame";

/** Stands in the page of a failure for the ID of the request, which the server puts there. */
export const REQUEST_ID_PLACEHOLDER = "{request-id}";

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
