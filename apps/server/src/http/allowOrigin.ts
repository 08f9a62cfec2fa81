import { ONE_DAY, ONE_SECOND } from "@marquee/contract";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Those of Segment's and of Amplitude's clients. */
const ALLOWED_HEADERS = [
  ...["content-type", "content-encoding", "authorization", "x-retry-count", "x-sampling-hash-alg"],
  ...["version", "library", "url", "sample-rate"].map((name) => `x-client-${name}`),
].join(", ");
const PREFLIGHT_MAX_AGE = ONE_DAY / ONE_SECOND;

/** Lets pages of the configured origins, and no others, send to a route and read its answer. */
export function allowOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  allowedOrigins: readonly string[],
): void {
  // Said to all: a shared cache must not give one origin's answer to another.
  reply.header("vary", "origin");
  const { origin } = request.headers;
  if (!origin || !allowedOrigins.includes(origin)) return;
  reply.headers({
    "access-control-allow-origin": origin,
    "access-control-allow-headers": ALLOWED_HEADERS,
    "access-control-allow-methods": "GET, POST",
    "access-control-expose-headers": "retry-after",
    "access-control-max-age": String(PREFLIGHT_MAX_AGE),
  });
}
