import type { Json } from "../kernel/json.ts";
import { toWellFormed } from "../kernel/text.ts";

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

const PLAIN_PATTERN = /^[\w./~-]*$/;
const ENCODED_PATTERN = /(?:%[0-9A-Fa-f]{2})+/g;
const LETTERS_PATTERN = /\P{ASCII}+/gu;

/**
 * A path as it is stored and compared: in UTF-8, percent-encoded as browsers request it, whether it was typed with its letters (`/über-uns`), or
 * encoded in lower case, as WordPress does (`/%c3%bcber-uns`). Bytes that are not UTF-8 are kept.
 */
export function normalizePath(path: string): string {
  if (PLAIN_PATTERN.test(path)) return path;
  const letters = toWellFormed(path).replace(ENCODED_PATTERN, decodeLetters).normalize("NFC");
  return letters.replace(LETTERS_PATTERN, encodeURIComponent);
}

/** A path with decoded letters, for display: `/über-uns`. Other characters stay encoded. */
export function displayPath(path: string): string {
  return path.replace(ENCODED_PATTERN, decodeLetters);
}

/** Decodes the letters of percent-encoded bytes; ASCII, which may mean something in a path, and invisible characters stay encoded. */
function decodeLetters(encoded: string): string {
  try {
    return decodeURIComponent(encoded).replace(/[\p{ASCII}\p{C}\p{Z}]/gu, encodeURIComponent);
  } catch {
    return encoded.toUpperCase();
  }
}

/** Why `value` is not a valid page path on this site, as a message for people; null if it is valid. */
export function pathProblem(value: Json): string | null {
  if (typeof value !== "string" || !value.startsWith("/"))
    return `Enter a path that starts with "/", such as /pricing.`;
  if (normalizePath(value).length > MAX_PATH_LENGTH)
    return `A path has at most ${MAX_PATH_LENGTH} characters.`;
  if (/[?#]/.test(value))
    return "Leave out the query string and fragment. Visitors keep their own query string.";
  if (!isPlainPath(normalizePath(value)))
    return "This path leads to another site or is not normalized. Enter a plain path such as /pricing.";
  if (value !== "/" && value.endsWith("/")) return "Remove the trailing slash.";
  if (isReservedPath(normalizePath(value)))
    return `${value} is not a page. The server uses this path itself.`;
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
