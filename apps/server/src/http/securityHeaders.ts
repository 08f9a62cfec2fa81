import { createHash } from "node:crypto";
import { type ConsentProvider, ONE_SECOND, ONE_YEAR } from "@marquee/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Default headers, so that a route that sets none is not cached or sniffed. */
const defaultHeaders = (isSecure: boolean) => ({ "cache-control": "no-store", ...commonHeaders(isSecure) });

/** What a response may load and do, beyond the site's own origin. */
interface SecurityPolicy {
  /** Whole texts of the inline style elements that documents carry; each is allowed by its hash. */
  inlineStyles?: string[];
  /** True when visitors come over TLS: only then may browsers be told to insist on it. */
  isSecure: boolean;
  /** OneTrust's script needs hosts of its own, inline styles, and markup that no Trusted Type vouches for. */
  consentProvider?: ConsentProvider;
}

/** OneTrust's content delivery, and where its script asks for the region and keeps decisions. */
const ONETRUST_CDN = "https://cdn.cookielaw.org";
const ONETRUST_HOSTS = `${ONETRUST_CDN} https://geolocation.onetrust.com https://privacyportal.onetrust.com`;

/**
 * The headers every document is sent with: a Content-Security-Policy without `unsafe-inline`, Trusted Types,
 * HSTS behind TLS, and the usual refusals.
 */
export function securityHeaders(options: SecurityPolicy): Record<string, string> {
  const { isSecure, consentProvider } = options;
  const policy = [
    "default-src 'self'",
    ...(consentProvider?.name === "onetrust" ? oneTrustSources() : ownSources(options)),
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
    "cross-origin-opener-policy": "same-origin",
  };
}

function ownSources({ inlineStyles = [] }: SecurityPolicy): string[] {
  const hashes = inlineStyles.map(
    (text) => ` 'sha256-${createHash("sha256").update(text).digest("base64")}'`,
  );
  return [
    "script-src 'self'",
    `style-src 'self'${hashes.join("")}`,
    "img-src 'self' data:",
    "require-trusted-types-for 'script'",
  ];
}

/** A hash beside it would switch `unsafe-inline` off again (CSP level 3, section 6.7.3.2). */
function oneTrustSources(): string[] {
  return [
    `script-src 'self' ${ONETRUST_CDN}`,
    `style-src 'self' 'unsafe-inline' ${ONETRUST_CDN}`,
    `img-src 'self' data: ${ONETRUST_CDN}`,
    `connect-src 'self' ${ONETRUST_HOSTS}`,
  ];
}

/**
 * Sent with every response. Documents written past Fastify's reply spread them too.
 * @param isSecure true when visitors come over TLS: only then may browsers be told to insist on it.
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
