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
    return `Write a path of this site that starts with "/", such as /pricing.`;
  if (value.length > MAX_CHARACTERS) return `A path has at most ${MAX_CHARACTERS} characters.`;
  if (/[?#]/.test(value)) return "Leave out the query and the fragment; visitors keep their own query.";
  if (!isPlainPath(value))
    return "This would lead off this site or is written in a way that browsers change; write a plain path.";
  if (value !== "/" && value.endsWith("/")) return "Leave out the slash at the end.";
  if (isReservedPath(value)) return `${value} is no page: the server itself answers there.`;
  return null;
}

/** Whether a browser on this site goes just there: no host, no dots or backslashes that it would resolve. */
function isPlainPath(value: string): boolean {
  if (value.startsWith("//") || !URL.canParse(value, ANY_ORIGIN)) return false;
  const { origin, pathname } = new URL(value, ANY_ORIGIN);
  return origin === ANY_ORIGIN && pathname === value && !value.includes("//");
}

/** Whether the server itself answers at a path, so that no page can be there. */
export function isReservedPath(path: string): boolean {
  return RESERVED.includes(path.split("/")[1] ?? "");
}
