import { ONE_DAY, ONE_SECOND } from "@marquee/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../errors/apiError.ts";
import { consoleLink } from "./consoleLink.ts";
import { type Hosts, hasOwnHost } from "./hosts.ts";

/** Request headers of the Segment and Amplitude clients. */
const ALLOWED_HEADERS = [
  "content-type",
  "content-encoding",
  "authorization",
  "x-retry-count",
  "x-sampling-hash-alg",
  ...["version", "library", "url", "sample-rate"].map((name) => `x-client-${name}`),
].join(", ");

const PREFLIGHT_MAX_AGE = ONE_DAY / ONE_SECOND;

/**
 * Whether the request comes from a page of this origin. The check uses headers that browsers set and other sites
 * can't forge.
 */
export function isOwnPage({ headers }: Pick<FastifyRequest, "headers">, origin: string): boolean {
  return headers["sec-fetch-site"] === "same-origin" || headers.origin === origin;
}

/**
 * Prevents cross-site request forgery. Another site's page can make a browser send a request with our cookie, but not
 * from our origin, and not as JSON or bytes without a preflight request. Only routes that take files read bytes.
 * @throws {ApiError} forbidden, unsupported
 */
export function checkMutation({ headers }: Pick<FastifyRequest, "headers">, hosts: Hosts): void {
  const { consoleUrl } = hosts;
  if (!isOwnPage({ headers }, consoleUrl) || isOtherOrigin(headers.origin, hosts)) throw foreign(consoleUrl);
  if (!/^application\/(?:json|octet-stream)\b/i.test(headers["content-type"] ?? "")) {
    throw new ApiError("unsupported", "Send JSON with Content-Type: application/json.");
  }
}

/**
 * Rejects reads started by a page of another origin. It could not see the response, but could cause load, use up a signed-in person's limits, and measure
 * timing. A page of the same domain, such as the site's, sends the console's cookie even though it is `strict`. Browsers send the origin since Safari
 * 16.4; other clients send nothing.
 * @throws {ApiError} forbidden
 */
export function checkRead({ headers }: Pick<FastifyRequest, "headers">, hosts: Hosts): void {
  const { consoleUrl } = hosts;
  const { "sec-fetch-site": from = "none", origin = consoleUrl } = headers;
  const isForeign = from !== "same-origin" && (from !== "none" || origin !== consoleUrl);
  if (isForeign || isOtherOrigin(headers.origin, hosts)) throw foreign(consoleUrl);
}

/**
 * Whether a request comes from an origin other than the console's, if the console has its own host. A page of the site may seem to have the same origin, if a
 * proxy merges both hosts. Without its own host, the console may be opened at any address of the server.
 */
function isOtherOrigin(origin: string | undefined, hosts: Hosts): boolean {
  return hasOwnHost(hosts) && origin !== undefined && origin !== hosts.consoleUrl;
}

function foreign(consoleUrl: string): ApiError {
  return new ApiError(
    "forbidden",
    `This request came from another origin. Open the console at ${consoleLink(consoleUrl, "/")}.`,
  );
}

/** Other origins whose pages may send to this server. An origin is compared as a whole, never in parts. */
export interface AllowedOrigins {
  has(origin: string): boolean;
}

/**
 * Whether a page that is neither this server's nor of an allowed origin sends the request. Programs that are not browsers
 * send no `Origin`; a page cannot omit it from a request that sends events.
 */
export function isForeignPage(
  { headers }: Pick<FastifyRequest, "headers">,
  allowed: AllowedOrigins,
): boolean {
  const { origin, host } = headers;
  if (origin === undefined || headers["sec-fetch-site"] === "same-origin") return false;
  // Browsers from before `Sec-Fetch-Site` (Safari 16.3), at any address of this server.
  const isSameHost = origin === `https://${host}` || origin === `http://${host}`;
  return !isSameHost && !allowed.has(origin);
}

/** Sets CORS headers that let only pages of the allowed origins send to a route and read its response. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, allowed: AllowedOrigins): void {
  // Set on every response: a shared cache must not serve one origin's response to another.
  reply.header("vary", "origin");
  const { origin } = request.headers;
  if (!origin || !allowed.has(origin)) return;
  reply.headers({
    "access-control-allow-origin": origin,
    "access-control-allow-headers": ALLOWED_HEADERS,
    "access-control-allow-methods": "GET, POST",
    "access-control-expose-headers": "retry-after",
    "access-control-max-age": String(PREFLIGHT_MAX_AGE),
  });
}
