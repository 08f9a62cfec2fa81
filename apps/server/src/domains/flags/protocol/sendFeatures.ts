import type { FastifyReply, FastifyRequest } from "fastify";
import type { ClientType } from "../../../platform/http/clientTypes.ts";
import { chooseEncoding, compressBody, type EncodedBody } from "../../../platform/http/compressBody.ts";
import type { CompiledFlags, FlagsPayload } from "../compileFlags.ts";

/**
 * Browsers refetch after each change event and must not get the previous response, which `max-age` or `stale-while-revalidate` would
 * allow. Therefore they revalidate each time, at the cost of an empty 304.
 */
const CACHE_CONTROL = "no-cache";
/**
 * Shared caches that support this header (RFC 9213) serve clients that do not stream. Behind such a cache, streaming clients may get a
 * change up to 30 s late unless the cache is purged or bypasses `/api/`.
 */
const CDN_CACHE_CONTROL = "public, max-age=30, stale-while-revalidate=3600, stale-if-error=86400";

/**
 * Creates a handler that sends the current payload, compressed once for all clients.
 * @param arePublic whether rules are sent to holders of the public key, too.
 */
export function createFeaturesSender(current: () => CompiledFlags, arePublic: boolean) {
  const encode = { rules: createEncoder(), values: createEncoder() };
  return async ({ headers }: FastifyRequest, reply: FastifyReply, holder: ClientType) => {
    const kind = holder === "server" || arePublic ? "rules" : "values";
    const payload = kind === "rules" ? current().payload : current().values;
    const encoding = chooseEncoding(headers["accept-encoding"]);
    const etag = `${payload.etag.slice(0, -1)}-${encoding}"`;
    reply.headers({ etag, vary: "accept-encoding", ...cacheHeaders(holder) });
    if (headers["if-none-match"]?.includes(etag)) return reply.status(304).send();
    const body = (await encode[kind](payload))[encoding];
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.type("application/json; charset=utf-8").send(body);
  };
}

/** Keeps the last payload's result. */
function createEncoder(): (payload: FlagsPayload) => Promise<EncodedBody> {
  let encoded: { etag: string; body: Promise<EncodedBody> } | null = null;
  return ({ body, etag }) => {
    if (encoded?.etag !== etag) encoded = { etag, body: compressBody(Buffer.from(body)) };
    return encoded.body;
  };
}

/** Shared caches must not store responses for the server key. */
function cacheHeaders(holder: ClientType): Record<string, string> {
  if (holder === "server") return { "cache-control": `private, ${CACHE_CONTROL}` };
  return { "cache-control": `public, ${CACHE_CONTROL}`, "cdn-cache-control": CDN_CACHE_CONTROL };
}
