/** Stands in for the page's own origin, so that a relative address stays relative. */
const BASE = "https://base.invalid";

/**
 * `href` with the query parameters `names` of the current page added to it (specification, section 3, redirect params). What `href` says
 * itself stays; an address that takes no query (`mailto:`, a fragment of this page) is returned as it is.
 * @param search the current page's query string, with or without its question mark.
 */
export function carryParams(href: string, search: string, names: readonly string[]): string {
  if (href.startsWith("#") || !URL.canParse(href, BASE)) return href;
  const url = new URL(href, BASE);
  if (!/^https?:$/.test(url.protocol)) return href;
  const current = new URLSearchParams(search);
  const carried = names.filter((name) => current.has(name) && !url.searchParams.has(name));
  if (carried.length === 0) return href;
  for (const name of carried) for (const value of current.getAll(name)) url.searchParams.append(name, value);
  if (url.origin !== BASE) return url.href;
  // A path that starts with two slashes would be read as a host.
  return url.pathname.replace(/^\/\//, "/.//") + url.search + url.hash;
}
