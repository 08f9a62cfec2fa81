import { ONE_DAY, ONE_SECOND } from "@marquee/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../errors/apiError.ts";

/** Request headers of the Segment and Amplitude clients. */
const ALLOWED_HEADERS = [
  ...["content-type", "content-encoding", "authorization", "x-retry-count", "x-sampling-hash-alg"],
  ...["version", "library", "url", "sample-rate"].map((name) => `x-client-${name}`),
].join(", ");

const PREFLIGHT_MAX_AGE = ONE_DAY / ONE_SECOND;

/**
 * Whether the request comes from a page of this site. The check uses headers that browsers set and other sites
 * can't forge.
 */
export function isOwnPage({ headers }: Pick<FastifyRequest, "headers">, publicUrl: string): boolean {
  return headers["sec-fetch-site"] === "same-origin" || headers.origin === publicUrl;
}

/**
 * Prevents cross-site request forgery. Another site's page can make a browser send a request with our cookie, but not
 * from our origin, and not as JSON without a preflight request.
 * @throws {ApiError} forbidden, unsupported
 */
export function checkMutation({ headers }: Pick<FastifyRequest, "headers">, publicUrl: string): void {
  if (!isOwnPage({ headers }, publicUrl)) {
    throw new ApiError(
      "forbidden",
      `This request came from another origin. Open the console at ${publicUrl}/console.`,
    );
  }
  if (!/^application\/json\b/i.test(headers["content-type"] ?? "")) {
    throw new ApiError("unsupported", "Send JSON with Content-Type: application/json.");
  }
}

/** Sets CORS headers that let only pages of the configured origins send to a route and read its response. */
export function allowOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  allowedOrigins: readonly string[],
): void {
  // Set on every response: a shared cache must not serve one origin's response to another.
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
