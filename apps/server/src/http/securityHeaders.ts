import { createHash } from "node:crypto";
import { type ConsentProvider, ONE_SECOND, ONE_YEAR } from "@marquee/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Default headers, so that a response from a route that sets none is neither cached nor MIME-sniffed. */
const defaultHeaders = (isSecure: boolean) => ({ "cache-control": "no-store", ...commonHeaders(isSecure) });

/** What a response may load and do, beyond the site's own origin. */
interface SecurityPolicy {
  /** Full texts of the inline style elements in documents; the policy allows each by its hash. */
  inlineStyles?: string[];
  /** True if visitors connect over TLS; only then may the headers require it. */
  isSecure: boolean;
  /** OneTrust's script needs its own hosts, inline styles, and markup that is not a Trusted Type. */
  consentProvider?: ConsentProvider;
}

/** OneTrust's CDN, and the hosts where its script looks up the region and stores decisions. */
const ONETRUST_CDN = "https://cdn.cookielaw.org";
const ONETRUST_HOSTS = `${ONETRUST_CDN} https://geolocation.onetrust.com https://privacyportal.onetrust.com`;

/**
 * The headers of every document: a Content-Security-Policy, HSTS behind TLS, a Permissions-Policy and others.
 * Without OneTrust, the policy has no `unsafe-inline` and requires Trusted Types.
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

/** Lists no hashes, because a hash disables `unsafe-inline` (CSP level 3, section 6.7.3.2). */
function oneTrustSources(): string[] {
  return [
    `script-src 'self' ${ONETRUST_CDN}`,
    `style-src 'self' 'unsafe-inline' ${ONETRUST_CDN}`,
    `img-src 'self' data: ${ONETRUST_CDN}`,
    `connect-src 'self' ${ONETRUST_HOSTS}`,
  ];
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

export function registerDefaultHeaders(server: FastifyInstance, isSecure: boolean): void {
  const headers = defaultHeaders(isSecure);
  server.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Fastify's `frameworkErrors` handler. A URL that the router cannot parse reaches no hook, so this sets the response's headers. */
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
