/** A path or URL without its trailing slashes. A regular expression (`/\/+$/`) would take quadratic time. */
export function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (path.endsWith("/", end)) end -= 1;
  return path.slice(0, end);
}
