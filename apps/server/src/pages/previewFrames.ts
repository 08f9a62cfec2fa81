import type { FastifyRequest } from "fastify";
import { PREVIEW_PATH, type SignedPreview } from "../domains/publishing/previewLinks.ts";
import { isDocument } from "../platform/http/hosts.ts";

/**
 * Whether one of our documents requests a previewed page for its frame: the strip, the console, or a link in the frame. A page outside a frame would
 * look like the site.
 *
 * Browsers from before `Sec-Fetch-Dest`, and all of them over plain HTTP, do not send where they show a page. Then the referrer has to be the strip's
 * URL, which no other document has. A preview in the console needs no proof: it opens only for the account that made it.
 */
export function isFramed(request: FastifyRequest, prefix: string, { for: whom }: SignedPreview): boolean {
  const { "sec-fetch-dest": destination, "sec-fetch-site": from, referer } = request.headers;
  // A reload has no originating site. Then `frame-ancestors` keeps other sites out.
  if (destination !== undefined)
    return destination === "iframe" && (from === "same-origin" || from === "none");
  return "account" in whom || ownPathOf(referer, request) === prefix;
}

/** The prefix of the preview whose page links to the requested document; null if the request comes from elsewhere. */
export function previewBehind(request: FastifyRequest): string | null {
  if (!isDocument(request)) return null;
  const [, prefix = null] =
    /^(\/preview\/[\w.-]+)\//.exec(ownPathOf(request.headers.referer, request) ?? "") ?? [];
  return prefix;
}

/** The path of the referrer, if it is on the requested host. */
function ownPathOf(referer: string | undefined, { host }: FastifyRequest): string | null {
  if (!referer?.includes(`${PREVIEW_PATH}/`) || !URL.canParse(referer)) return null;
  const url = new URL(referer);
  return url.host === host ? url.pathname : null;
}

/** A path and query that stay below the prefix of a preview; the start page for anything else. */
export function pageOf(query: unknown): string {
  const { page } = query as { page?: unknown };
  if (typeof page !== "string" || !/^\/(?![/\\])/.test(page)) return "/";
  const base = "http://preview.invalid";
  if (!URL.canParse(page, base)) return "/";
  // Resolves `..`, which would lead the frame out of the preview.
  const { pathname, search } = new URL(page, base);
  return pathname.startsWith("//") ? "/" : pathname + search;
}
