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
