import { ONE_SECOND, ONE_YEAR } from "@marquee/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Sent with every response. Documents written past Fastify's reply spread them too.
 * @param isSecure true when visitors come over TLS: only then may browsers be told to insist on it.
 */
export function commonHeaders(isSecure: boolean): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    ...(isSecure
      ? { "strict-transport-security": `max-age=${(2 * ONE_YEAR) / ONE_SECOND}; includeSubDomains` }
      : {}),
  };
}

/** Default headers, so that a route that sets none is not cached or sniffed. */
const defaultHeaders = (isSecure: boolean) => ({ "cache-control": "no-store", ...commonHeaders(isSecure) });

export function registerDefaultHeaders(server: FastifyInstance, isSecure: boolean): void {
  const headers = defaultHeaders(isSecure);
  server.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Fastify's `frameworkErrors`: an address that the router cannot read reaches no hook, so its answer gets its headers here. */
export function createUrlErrorHandler(isSecure: boolean) {
  const headers = defaultHeaders(isSecure);
  return ({ statusCode = 400 }: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
    const message = statusCode === 414 ? "The URL is too long." : "The URL is not valid.";
    reply
      .headers(headers)
      .status(statusCode)
      .send({ error: { code: "bad_request", message } });
  };
}
