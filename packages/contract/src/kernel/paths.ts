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
