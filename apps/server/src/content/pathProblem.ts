import type { Json } from "@marquee/contract";

/** First segments of addresses that are no pages. */
const RESERVED = [
  "api",
  "assets",
  "console",
  "favicon.svg",
  "healthz",
  "images",
  "leads",
  "readyz",
  "sub",
  "v1",
];

const ANY_ORIGIN = "https://site.invalid";
const MAX_CHARACTERS = 500;

/** Why a value is no path of a page on this site, or null. */
export function pathProblem(value: Json): string | null {
  if (typeof value !== "string" || !value.startsWith("/"))
    return `Enter a path that starts with "/", such as /pricing.`;
  if (value.length > MAX_CHARACTERS) return `A path has at most ${MAX_CHARACTERS} characters.`;
  if (/[?#]/.test(value))
    return "Leave out the query string and fragment. Visitors keep their own query string.";
  if (!isPlainPath(value))
    return "This path leads to another site or is not normalized. Enter a plain path such as /pricing.";
  if (value !== "/" && value.endsWith("/")) return "Remove the trailing slash.";
  if (isReservedPath(value)) return `${value} is not a page. The server uses this path itself.`;
  return null;
}

/** Whether a browser on this site goes just there: no host, no dots or backslashes that it would resolve. */
function isPlainPath(value: string): boolean {
  if (value.startsWith("//") || !URL.canParse(value, ANY_ORIGIN)) return false;
  const { origin, pathname } = new URL(value, ANY_ORIGIN);
  return origin === ANY_ORIGIN && pathname === value && !value.includes("//");
}

/** Whether the server uses a path itself, so that no page can have it. */
export function isReservedPath(path: string): boolean {
  return RESERVED.includes(path.split("/")[1] ?? "");
}
