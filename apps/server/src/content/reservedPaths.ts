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

/** Whether the server itself answers at a path, so that no page can be there. */
export function isReservedPath(path: string): boolean {
  return RESERVED.includes(path.split("/")[1] ?? "");
}
