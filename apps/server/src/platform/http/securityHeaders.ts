import { createHash } from "node:crypto";
import { ONE_SECOND, ONE_YEAR, type PolicySources } from "@marquee/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "../errors/apiError.ts";
import { bindRequest } from "../log/requestLog.ts";
import { REQUEST_ID_HEADER } from "./requestIds.ts";

/** Default headers, so that a response from a route that sets none is neither cached, MIME-sniffed nor framed. */
const defaultHeaders = (isSecure: boolean) => ({
  "cache-control": "no-store",
  // Nothing more: a worker's script would pass it on to the worker.
  "content-security-policy": "frame-ancestors 'none'",
  ...commonHeaders(isSecure),
});

/** What a response may load and do, beyond the site's own origin. */
interface SecurityPolicy {
  /** Full texts of the inline style elements in documents; the policy allows each by its hash. */
  inlineStyles?: string[];
  /** True if visitors connect over TLS; only then may the headers require it. */
  isSecure: boolean;
  /** Sources for connected tools; none by default. */
  sources?: PolicySources;
  /** Whether anyone may see the document, so that it needs no {@link OPENER_POLICY}. */
  isPublic?: boolean;
}

/**
 * Cuts a document off from the window that opened it. Browsers start another process for a document whose policy differs from that of the one before,
 * which delays its first paint.
 */
export const OPENER_POLICY = { "cross-origin-opener-policy": "same-origin" };

/** An origin, whose host may start with `*.`. Anything else could add directives to the policy. */
const SOURCE = /^https?:\/\/(?:\*\.)?(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/**
 * The headers of every document: a Content-Security-Policy, HSTS behind TLS, a Permissions-Policy and others.
 * The policy has no `unsafe-inline` and requires Trusted Types, unless a connected tool needs inline markup.
 */
export function securityHeaders(options: SecurityPolicy): Record<string, string> {
  const { isSecure, isPublic = false } = options;
  const policy = [
    "default-src 'self'",
    ...loadingDirectives(options),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ];
  return {
    ...commonHeaders(isSecure),
    "content-security-policy": policy.join("; "),
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    ...(isPublic ? {} : OPENER_POLICY),
  };
}

/** What documents may load. */
function loadingDirectives({ inlineStyles = [], sources = {} }: SecurityPolicy): string[] {
  const { needsInlineMarkup = false } = sources;
  const hashes = inlineStyles.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  // A hash disables `unsafe-inline` (CSP level 3, section 6.7.3.2).
  const styles = needsInlineMarkup ? ["'unsafe-inline'"] : hashes;
  return [
    directive("script-src", ["'self'"], sources.script),
    directive("style-src", ["'self'", ...styles], sources.style),
    directive("img-src", ["'self'", "data:"], sources.image),
    ...(sources.connect?.length ? [directive("connect-src", ["'self'"], sources.connect)] : []),
    ...(sources.frame?.length ? [directive("frame-src", ["'self'"], sources.frame)] : []),
    ...(needsInlineMarkup ? [] : ["require-trusted-types-for 'script'"]),
  ];
}

/** Leaves out whatever is not an origin. */
function directive(name: string, sources: readonly string[], origins: readonly string[] = []): string {
  return [name, ...sources, ...origins.filter((origin) => SOURCE.test(origin))].join(" ");
}

/**
 * Headers of every response, including documents that bypass Fastify's reply.
 * @param isSecure true if visitors connect over TLS; only then may the headers require it.
 */
function commonHeaders(isSecure: boolean): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    ...(isSecure
      ? { "strict-transport-security": `max-age=${(2 * ONE_YEAR) / ONE_SECOND}; includeSubDomains` }
      : {}),
  };
}

/**
 * Sets the headers of each response, adds the request's ID to it and to its log lines, and rejects requests for two hosts. One hook, because each hook
 * costs time on every request. Documents that bypass Fastify's reply set the headers themselves.
 */
export function registerDefaultHeaders(server: FastifyInstance, isSecure: boolean): void {
  const headers = defaultHeaders(isSecure);
  server.addHook("onRequest", (request, reply, done) => {
    bindRequest(request, reply);
    reply.headers(headers).header(REQUEST_ID_HEADER, request.id);
    if (hasTwoHosts(request.raw.rawHeaders)) done(new ApiError("bad_request", TWO_HOSTS));
    else done();
  });
}

const TWO_HOSTS =
  "Send one Host header. A proxy in front of this server may read another one than the server.";

/** RFC 9112, section 3.2. Node keeps the first. @param rawHeaders names and values in turn. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** Fastify's `frameworkErrors` handler. A URL that the router cannot parse reaches no hook, so this sets the response's headers. */
export function createUrlErrorHandler(isSecure: boolean) {
  const headers = defaultHeaders(isSecure);
  return ({ statusCode = 400 }: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const message = statusCode === 414 ? "The URL is too long." : "The URL is not valid.";
    reply
      .headers({ ...headers, [REQUEST_ID_HEADER]: request.id })
      .status(statusCode)
      .send({ error: { code: "bad_request", message } });
  };
}
