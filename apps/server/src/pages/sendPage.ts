import { PRIVACY_CONTROL_TIMING, REQUEST_ID_PLACEHOLDER } from "@marquee/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding } from "../platform/http/compressBody.ts";
import { REQUEST_ID_HEADER } from "../platform/http/requestIds.ts";
import { hasPrivacyControl } from "../platform/visitor/visitor.ts";
import type { CachedPage } from "./pageCache.ts";

/**
 * Writes a page directly to the response. Fastify's serialization would cost more than everything else, and the body and
 * headers are already complete. Node omits the body for HEAD requests.
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  documentHeaders: Record<string, string>,
  status: number = page.status,
): FastifyReply {
  if (page.status === 500) return sendFailurePage(request, reply, page, documentHeaders);
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  const etag = `"${page.digest}-${encoding}"`;
  const isKnown = page.status === 200 && request.headers["if-none-match"]?.includes(etag);
  const body = page.body[encoding];
  const headers = {
    ...documentHeaders,
    ...page.versionHeaders,
    ...timingsOf(request, page),
    etag,
    [REQUEST_ID_HEADER]: request.id,
  };
  reply.hijack();
  if (isKnown) reply.raw.writeHead(304, headers).end();
  else {
    const encoded = encoding === "identity" ? {} : { "content-encoding": encoding };
    reply.raw.writeHead(status, { ...headers, ...encoded, "content-length": body.byteLength }).end(body);
  }
  return reply;
}

/** The page of a failure, with the request's ID to quote. */
function sendFailurePage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  documentHeaders: Record<string, string>,
): FastifyReply {
  const html = page.body.identity.toString().replace(REQUEST_ID_PLACEHOLDER, request.id);
  return reply
    .status(page.status)
    .headers({ ...documentHeaders, "cache-control": "no-store" })
    .send(html);
}

/** `Server-Timing` entries for the page's own scripts, because they cannot read other headers of their document. */
function timingsOf(request: FastifyRequest, { timing }: CachedPage): Record<string, string> {
  const timings = [timing, hasPrivacyControl(request) ? PRIVACY_CONTROL_TIMING : ""].filter(Boolean);
  return timings.length > 0 ? { "server-timing": timings.join(", ") } : {};
}
