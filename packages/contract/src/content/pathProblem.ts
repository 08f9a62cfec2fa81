import type { Json } from "../flags/flagDefinition.ts";

/** First path segments that the server uses itself. */
const RESERVED = [
  "api",
  "apple-touch-icon.png",
  "assets",
  "console",
  "content",
  "favicon.svg",
  "healthz",
  "icon-192.png",
  "icon-512.png",
  "icon-maskable.png",
  "images",
  "leads",
  "manifest.webmanifest",
  "preview",
  "readyz",
  "robots.txt",
  "sitemap.xml",
  "speculation-rules",
  "sub",
  "v1",
];

const ANY_ORIGIN = "https://site.invalid";
export const MAX_PATH_LENGTH = 500;

/** Why `value` is not a valid page path on this site, as a message for people; null if it is valid. */
export function pathProblem(value: Json): string | null {
  if (typeof value !== "string" || !value.startsWith("/"))
    return `Enter a path that starts with "/", such as /pricing.`;
  if (value.length > MAX_PATH_LENGTH) return `A path has at most ${MAX_PATH_LENGTH} characters.`;
  if (/[?#]/.test(value))
    return "Leave out the query string and fragment. Visitors keep their own query string.";
  if (!isPlainPath(value))
    return "This path leads to another site or is not normalized. Enter a plain path such as /pricing.";
  if (value !== "/" && value.endsWith("/")) return "Remove the trailing slash.";
  if (isReservedPath(value)) return `${value} is not a page. The server uses this path itself.`;
  return null;
}

/** Whether a browser on this site opens exactly this path: no host, and no dots or backslashes to normalize. */
export function isPlainPath(value: string): boolean {
  if (value.startsWith("//") || !URL.canParse(value, ANY_ORIGIN)) return false;
  const { origin, pathname } = new URL(value, ANY_ORIGIN);
  return origin === ANY_ORIGIN && pathname === value && !value.includes("//");
}

/** Whether the server uses a path itself, so that no page can use it. */
export function isReservedPath(path: string): boolean {
  return RESERVED.includes(path.split("/")[1] ?? "");
}
