/** A path or an address without the slashes at its end. A regular expression (`/\/+$/`) takes quadratic time for this. */
export function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (path.endsWith("/", end)) end -= 1;
  return path.slice(0, end);
}
