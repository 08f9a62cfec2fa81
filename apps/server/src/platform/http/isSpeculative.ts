import type { IncomingHttpHeaders } from "node:http";

/** Whether a browser requests a document ahead of a visit that may not happen (https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header). */
export function isSpeculative(headers: IncomingHttpHeaders): boolean {
  return headers["sec-purpose"] !== undefined;
}
