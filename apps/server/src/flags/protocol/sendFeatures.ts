import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding, compressBody, type EncodedBody } from "../../http/compressBody.ts";
import type { CompiledFlags } from "../compileFlags.ts";
import type { ClientType } from "./keyHolders.ts";

/**
 * Browsers refetch whenever a stream tells them to and must not get the previous response, which `max-age` or
 * `stale-while-revalidate` would allow. So they revalidate each time, at the cost of an empty 304.
 */
const CACHE_CONTROL = "no-cache";
/**
 * Caches between that know this header (RFC 9213) take the load of clients that do not stream; those that do may learn of a change up
 * to 30 s late behind such a cache, unless it is purged or passes `/api/` by.
 */
const CDN_CACHE_CONTROL = "public, max-age=30, stale-while-revalidate=3600, stale-if-error=86400";

/** @returns a function that sends the current payload, compressed once for all clients. */
export function createFeaturesSender(current: () => CompiledFlags) {
  let encoded: { etag: string; body: Promise<EncodedBody> } | null = null;
  const encode = ({ body, etag }: CompiledFlags["payload"]) => {
    if (encoded?.etag !== etag) encoded = { etag, body: compressBody(Buffer.from(body)) };
    return encoded.body;
  };
  return async ({ headers }: FastifyRequest, reply: FastifyReply, holder: ClientType) => {
    const { payload } = current();
    const encoding = chooseEncoding(headers["accept-encoding"]);
    const etag = `${payload.etag.slice(0, -1)}-${encoding}"`;
    reply.headers({ etag, vary: "accept-encoding", ...cacheHeaders(holder) });
    if (headers["if-none-match"]?.includes(etag)) return reply.status(304).send();
    const body = (await encode(payload))[encoding];
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.type("application/json; charset=utf-8").send(body);
  };
}

/** What only trusted servers may read stays with them. */
function cacheHeaders(holder: ClientType): Record<string, string> {
  if (holder === "server") return { "cache-control": `private, ${CACHE_CONTROL}` };
  return { "cache-control": `public, ${CACHE_CONTROL}`, "cdn-cache-control": CDN_CACHE_CONTROL };
}
